import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export interface Toast {
  id: number;
  text: ReactNode;
  /** The buttons; each ends the toast. */
  actions: readonly { label: string; run: () => void }[];
  /** The time for which it is shown; undefined: until it is dismissed. */
  forMs: number | undefined;
  /** Runs when the time is over or the toast is dismissed, but not after one of its buttons. */
  onEnd: (() => void) | undefined;
}

const shownMs = 6_000;
let lastId = 0;
const store = createStore<readonly Toast[]>([]);

export const useToasts = store.use;

/** Shows a message for a moment. Screen readers read it aloud. @returns its id */
export function addToast(toast: { text: ReactNode } & Partial<Omit<Toast, 'id' | 'text'>>): number {
  lastId += 1;
  const added: Toast = { actions: [], forMs: shownMs, onEnd: undefined, ...toast, id: lastId };
  store.set([...store.get(), added]);
  return added.id;
}

/** Removes a toast without running its `onEnd`. */
export function removeToast(id: number): void {
  store.set(store.get().filter((toast) => toast.id !== id));
}
