import { APIConnectionError, AuthenticationError } from '@mnema/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';

type Listener = () => void;
let onSessionEnd: Listener = () => {};

/** Registers what happens when the server no longer accepts the cookie. */
export function whenSessionEnds(listener: Listener): void {
  onSessionEnd = listener;
}

const forgetters = new Set<Listener>();

/** Registers what forgets a thing that belongs to the account. */
export const whenAccountEnds = (listener: Listener): void => void forgetters.add(listener);

/** Forgets everything that belongs to the account, since somebody else may sign in next. */
export function forgetAccount(): void {
  queryClient.clear();
  for (const forget of forgetters) forget();
}

/** Reacts to a lost session and to a lost connection, as for all queries. */
export function reportError(error: unknown): void {
  if (AuthenticationError.is(error)) onSessionEnd();
  else if (APIConnectionError.is(error)) connection.lose();
}

/** What the pages have read. The client retries by itself; a server on this machine needs no network. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportError }),
  mutationCache: new MutationCache({ onError: reportError }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 5_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Everything shown may have changed while the server was away. */
connection.onReturn(() => void queryClient.invalidateQueries());
