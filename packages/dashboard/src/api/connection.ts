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

/** Whether the server responds. Once a request got no response, it is asked until it responds again. */
export const connection = {
  use: state.use,
  lose(): void {
    if (state.get() === 'lost') return;
    state.set('lost');
    wait();
  },
  /** Registers what runs when it responds again. @returns what unregisters it */
  onReturn(listener: () => void): () => void {
    returned.add(listener);
    return () => void returned.delete(listener);
  },
};
