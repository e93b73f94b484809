import type { NewDeletion, RemovedCounts } from '../../ports/memory-deletions.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { deletionItems, deletions, newStoredDeletion, type StoredDeletion } from './deletion-kinds.ts';
import type { StoredMemory } from './kinds.ts';
import { termsOf } from './stored-memory.ts';

/** Finds the receipt to which the removals of a commit belong, or creates it. */
export async function findReceipt(reader: Pick<Reader, 'get'>, deletion: NewDeletion): Promise<StoredDeletion> {
  const { accountId, id } = deletion;
  return (await reader.get(deletions, { accountId, id })) ?? newStoredDeletion(deletion, 'done');
}

/** Counts the distinct words, identifiers and filter keys of a memory. Archived memories are not indexed. */
export function countWordEntries(memory: StoredMemory): number {
  return memory.visibleTo === null ? 0 : termsOf(memory).length + memory.filterKeys.length;
}

/** Adds memories, which the transaction removes, to the receipt of their deletion. All but those by scope end with it. */
export function addRemoved(
  tx: Transaction,
  receipt: StoredDeletion,
  { removed, counts }: { removed: readonly Pick<StoredMemory, 'id' | 'seq'>[]; counts: RemovedCounts },
): void {
  const isOfScope = receipt.kind === 'scope';
  const { accountId, id: deletionId, startedAt } = receipt;
  tx.put(deletions, {
    ...receipt,
    removed: {
      memories: receipt.removed.memories + counts.memories,
      versions: receipt.removed.versions + counts.versions,
      vectors: receipt.removed.vectors + counts.vectors,
      wordEntries: receipt.removed.wordEntries + counts.wordEntries,
      storedResponses: receipt.removed.storedResponses + counts.storedResponses,
    },
    ...{ verifiedAt: null, unverifiedSince: startedAt },
    ...(isOfScope ? {} : { matched: receipt.matched + counts.memories, finishedAt: tx.now }),
  });
  if (isOfScope) return;
  for (const { id, seq } of removed) tx.put(deletionItems, { accountId, deletionId, id, seq });
}
