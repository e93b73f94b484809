import type { Memory } from '../../ports/memory-store.ts';

/**
 * When a memory's text was told, in milliseconds since the epoch: when the thing happened, or when the text was last
 * changed if that was later. Other tags make nothing new.
 */
export function statedAt({ occurredAt, textChangedAt }: Memory): number {
  return Math.max(occurredAt, textChangedAt ?? occurredAt);
}

/** Newest first; of those told at the same time the one written last. Total: two memories are never equal. */
export function newestFirst(a: Memory, b: Memory): number {
  return statedAt(b) - statedAt(a) || (a.id < b.id ? 1 : -1);
}
