import { createStore } from '../parts/store.ts';

const pollMs = 2_000;
const state = createStore<'here' | 'lost'>('here');
const returned = new Set<() => void>();

async function poll(): Promise<void> {
  const isHere = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isHere) return wait();
  state.set('here');
  for (const listener of returned) listener();
}

function wait(): void {
  setTimeout(() => void poll(), pollMs);
}

/** Whether the server responds. After a request without a response, the server is polled until it responds again. */
export const connection = {
  use: state.use,
  lose(): void {
    if (state.get() === 'lost') return;
    state.set('lost');
    wait();
  },
  /** Registers a function that runs when the server responds again. @returns a function that unregisters it */
  onReturn(listener: () => void): () => void {
    returned.add(listener);
    return () => void returned.delete(listener);
  },
};
