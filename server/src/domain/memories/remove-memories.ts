import type { Transaction } from '../../ports/record-store.ts';
import { scanAll } from '../../ports/scan-pages.ts';
import { endResponses } from '../usage/stored-responses.ts';
import {
  deletionItems,
  deletions,
  type NewDeletion,
  newStoredDeletion,
  type RemovedCounts,
  type StoredDeletion,
} from './deletion-kinds.ts';
import { memories, memoryVersions, type StoredMemory } from './kinds.ts';
import { termsOf } from './stored-memory.ts';
import { removeVectors } from './write-memories.ts';

/** The maximum of versions that are read at once. An import may have more than a memory usually keeps. */
const maxVersionsAtOnce = 1_000;

/**
 * Removes memories of an account with all of their records, and the bodies of stored responses that show them.
 * @returns the counts for the receipt
 */
export async function removeMemories(
  tx: Transaction,
  accountId: string,
  removed: readonly StoredMemory[],
): Promise<RemovedCounts> {
  const counts = { memories: removed.length, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };
  if (removed.length === 0) return counts;
  const ids = removed.map(({ id }) => id);
  const ofMemories = { of: [accountId], where: { memoryId: { any: ids } }, only: ['memoryId', 'version'] } as const;
  const versions = await scanAll(tx, memoryVersions, 'key', { ...ofMemories, limit: maxVersionsAtOnce });
  counts.storedResponses = await endResponses(tx, accountId, ids);
  for (const { memoryId, version } of versions) tx.delete(memoryVersions, { accountId, memoryId, version });
  counts.versions = versions.length;
  for (const memory of removed) {
    counts.vectors += memory.vectorCount;
    // Archived memories are not indexed.
    if (memory.visibleTo !== null) counts.wordEntries += termsOf(memory).length + memory.filterKeys.length;
    removeVectors(tx, memory);
    tx.delete(memories, memory);
  }
  return counts;
}

/** Finds the receipt to which the removals of a commit belong, or creates it. */
export async function findReceipt(tx: Transaction, deletion: NewDeletion): Promise<StoredDeletion> {
  const { accountId, id } = deletion;
  return (await tx.get(deletions, { accountId, id })) ?? newStoredDeletion(deletion, 'done');
}

/** Adds memories, which the transaction removes, to the receipt of their deletion. All but those by scope end with it. */
export function addRemoved(
  tx: Transaction,
  receipt: StoredDeletion,
  { removed, counts }: { removed: readonly Pick<StoredMemory, 'id' | 'seq'>[]; counts: RemovedCounts },
): void {
  const { accountId, id: deletionId, kind, startedAt } = receipt;
  const sums = Object.entries(counts).map(([name, count]) => [
    name,
    receipt.removed[name as keyof RemovedCounts] + count,
  ]);
  tx.put(deletions, {
    ...{ ...receipt, removed: Object.fromEntries(sums) as RemovedCounts, verifiedAt: null, unverifiedSince: startedAt },
    ...(kind === 'scope' ? {} : { matched: receipt.matched + counts.memories, finishedAt: tx.now }),
  });
  if (kind === 'scope') return;
  for (const { id, seq } of removed) tx.put(deletionItems, { accountId, deletionId, id, seq });
}
