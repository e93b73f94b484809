import { APIConnectionError, AuthenticationError } from '@mnema/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';

type Listener = () => void;
let onSessionEnd: Listener = () => {};

/** Registers a function that runs when the server no longer accepts the cookie. */
export function whenSessionEnds(listener: Listener): void {
  onSessionEnd = listener;
}

const forgetters = new Set<Listener>();

/** Registers a function that clears data of the account. */
export const whenAccountEnds = (listener: Listener): void => void forgetters.add(listener);

/** Clears all data of the account, because another person may sign in next. */
export function forgetAccount(): void {
  queryClient.clear();
  for (const forget of forgetters) forget();
}

/** Reacts to a lost session and to a lost connection, as for all queries. */
export function reportError(error: unknown): void {
  if (AuthenticationError.is(error)) onSessionEnd();
  else if (APIConnectionError.is(error)) connection.lose();
}

/** The data that the pages have read. The client itself retries; a server on this machine needs no network. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportError }),
  mutationCache: new MutationCache({ onError: reportError }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 5_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** All shown data may have changed while the server was unavailable. */
connection.onReturn(() => void queryClient.invalidateQueries());
