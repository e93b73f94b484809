import type { Memory } from '../../ports/memory-store.ts';

/**
 * When a memory was told, in milliseconds since the epoch: when the thing happened if the writer said so, else when the
 * memory was last written.
 */
export function toldAt({ occurredAt, createdAt, updatedAt }: Memory): number {
  return occurredAt === createdAt ? updatedAt : occurredAt;
}

/** Newest first; of those told at the same time the one written last. Total: two memories are never equal. */
export function newestFirst(a: Memory, b: Memory): number {
  return toldAt(b) - toldAt(a) || (a.id < b.id ? 1 : -1);
}
