import type { RemovedCounts } from '../../ports/memory-deletions.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { endResponses } from '../usage/stored-responses.ts';
import { memories, memoryVersions, type StoredMemory, type StoredVersion } from './kinds.ts';
import { countWordEntries } from './removal-receipts.ts';
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
  const ids = removed.map(({ id }) => id);
  const versions = ids.length > 0 ? await findVersions(tx, accountId, ids) : [];
  const storedResponses = ids.length > 0 ? await endResponses(tx, accountId, ids) : 0;
  for (const { memoryId, version } of versions) tx.delete(memoryVersions, { accountId, memoryId, version });
  const counts = { memories: removed.length, versions: versions.length, vectors: 0, wordEntries: 0, storedResponses };
  for (const memory of removed) {
    counts.vectors += memory.vectorCount;
    counts.wordEntries += countWordEntries(memory);
    removeVectors(tx, memory);
    tx.delete(memories, memory);
  }
  return counts;
}

type VersionKey = Pick<StoredVersion, 'memoryId' | 'version'>;

async function findVersions(tx: Transaction, accountId: string, ids: readonly string[]): Promise<VersionKey[]> {
  const ofMemories = { of: [accountId], where: { memoryId: { any: ids } }, limit: maxVersionsAtOnce };
  const found: VersionKey[] = [];
  let page: VersionKey[];
  do {
    const after = found.at(-1);
    page = await tx.scan(memoryVersions, 'key', { ...ofMemories, after, only: ['memoryId', 'version'] });
    found.push(...page);
  } while (page.length === maxVersionsAtOnce);
  return found;
}
