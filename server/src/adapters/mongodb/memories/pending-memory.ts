import type { Memory, MemoryIndex } from '../../../ports/memory-store.ts';
import type { MemoryDocument } from '../schema/documents.ts';
import { contentOf } from './memory-document.ts';

/** For `$unset`: no worker has the memory. */
export const notLeased = { leasedBy: '', claimId: '', extracting: '' } as const;

export function waiting(
  ownerId: string,
  {
    nextAttemptAt,
    pendingSince,
    traceParent,
  }: { nextAttemptAt: number; pendingSince: number; traceParent: string | null },
) {
  return { status: 'pending' as const, pendingOf: ownerId, nextAttemptAt, pendingSince, traceParent };
}

/** A memory as it is written first. */
export function toDocument(memory: Memory, index: MemoryIndex, traceParent: string | null): MemoryDocument {
  const { ownerId, createdAt } = memory;
  return {
    ...contentOf(ownerId, memory, index),
    ownerId,
    ...{ failure: null, attempts: 0, refusals: 0, interruptions: 0 },
    ...waiting(ownerId, { nextAttemptAt: memory.nextAttemptAt ?? createdAt, pendingSince: createdAt, traceParent }),
    outcome: null,
    extraction: null,
    entities: [],
    version: 1,
    revision: 1,
    updatedAt: createdAt,
    textChangedAt: null,
    indexedAt: Date.now(),
  };
}
