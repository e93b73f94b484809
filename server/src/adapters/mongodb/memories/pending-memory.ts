import type { Memory, MemoryIndex } from '../../../ports/memory-store.ts';
import type { MemoryDocument } from '../schema/documents.ts';
import { contentOf } from './memory-document.ts';

/** Goes into `$unset` when no worker has the memory any more. */
export const notLeased = { leasedBy: '', claimId: '', extracting: '' } as const;

type Waiting = { nextAttemptAt: number; pendingSince: number; traceParent: string | null };

export function waiting(accountId: string, { nextAttemptAt, pendingSince, traceParent }: Waiting) {
  return { status: 'pending' as const, pendingOf: accountId, nextAttemptAt, pendingSince, traceParent };
}

/** Builds the document of a new memory. */
export function toDocument(memory: Memory, index: MemoryIndex, traceParent: string | null): MemoryDocument {
  const { accountId, createdAt } = memory;
  return {
    ...contentOf(accountId, memory, index),
    ownerId: accountId,
    ...{ failure: null, attempts: 0, refusals: 0, interruptions: 0 },
    ...waiting(accountId, { nextAttemptAt: memory.nextAttemptAt ?? createdAt, pendingSince: createdAt, traceParent }),
    ...{ outcome: null, extraction: null, entities: [], version: 1, revision: 1 },
    ...{ updatedAt: createdAt, textChangedAt: null, indexedAt: Date.now() },
  };
}
