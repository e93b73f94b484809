import type { Memory } from '../../ports/memory-store.ts';

/**
 * Returns the time of a memory's present text, in milliseconds since the epoch. It is the time of the event, or that of
 * a later change of the text. A change of the metadata does not count.
 */
export function statedAt({ occurredAt, textChangedAt }: Memory): number {
  return Math.max(occurredAt, textChangedAt ?? occurredAt);
}

/** Orders memories newest first, and those of the same time by their ids. No two memories are equal. */
export function newestFirst(a: Memory, b: Memory): number {
  return statedAt(b) - statedAt(a) || (a.id < b.id ? 1 : -1);
}
