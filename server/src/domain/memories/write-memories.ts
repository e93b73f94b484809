import type { Index, Transaction } from '../../ports/record-store.ts';
import { scanAll } from '../../ports/scan-pages.ts';
import { endResponses } from '../usage/idempotency.ts';
import {
  deletionItems,
  deletions,
  type NewDeletion,
  newStoredDeletion,
  type RemovedCounts,
  type StoredDeletion,
} from './deletion-kinds.ts';
import { maxVersions, memories, memoryTokens, memoryVectors, memoryVersions, type StoredMemory } from './kinds.ts';
import type { MemoryPatch, NewMemoryRecord } from './plan-commit.ts';
import {
  conversationOf,
  noVectors,
  type PreparedMemory,
  type PresentMemory,
  type SearchField,
  termsOf,
} from './stored-memory.ts';

/** @param traceParent the trace of a memory that waits for ingest */
export function insertMemory(
  tx: Transaction,
  { memory, versions }: NewMemoryRecord,
  traceParent: string | null = null,
): void {
  const { accountId, id, visibleTo } = memory;
  const traced = { ...memory, traceParent: visibleTo === null ? null : traceParent };
  tx.insert(memories, { ...traced, ...noSearchFields, ...searchFields(tx, memory, memory) });
  for (const version of versions) tx.insert(memoryVersions, { accountId, memoryId: id, ...version });
}

export async function patchMemory(tx: Transaction, { memory, set, replaced, vectors }: MemoryPatch): Promise<void> {
  if (replaced) await keepVersion(tx, memory, replaced);
  const whole = vectors === undefined ? set : { ...set, ...replaceVectors(tx, memory, vectors) };
  const changed = withoutUnchanged(memory, whole);
  tx.patch(memories, memory, tx.forSearch ? { ...changed, ...searchFields(tx, memory, changed) } : changed);
  if (tx.forSearch && set.filterKeys && vectors === undefined) {
    const fields = { filterKeys: set.filterKeys, indexedAt: tx.now };
    for (const key of vectorKeys(memory)) tx.patch(memoryVectors, key, fields);
  }
}

const noSearchFields = { terms: null, conversation: null, indexedAt: null };

/** Computes the fields that only search indexes of a database contain. @param set the new fields of the memory */
function searchFields(
  { forSearch, now }: Transaction,
  memory: PreparedMemory | PresentMemory,
  set: Partial<StoredMemory>,
): Partial<Pick<StoredMemory, SearchField>> {
  if (!forSearch) return {};
  const { words, tagWords, visibleTo, speaker, filterKeys, embedderId } = set;
  const isSet = (...values: unknown[]) => values.some((value) => value !== undefined);
  // A store with these fields reads memories whole.
  const changed = { ...(memory as PreparedMemory), ...set };
  return {
    ...(isSet(words, tagWords, visibleTo) ? { terms: changed.visibleTo === null ? [] : termsOf(changed) } : {}),
    ...(isSet(speaker) ? { conversation: conversationOf(changed) } : {}),
    ...(isSet(words, tagWords, visibleTo, filterKeys, embedderId) ? { indexedAt: now } : {}),
  };
}

const indexedFields = new Set(
  Object.values(memories.indexes).flatMap(({ on, covers = [] }: Index<StoredMemory>) => [...on, ...covers]),
);

/** Leaves out indexed fields that stay, because a store writes the entries of all fields that a patch names. */
function withoutUnchanged(memory: PresentMemory, set: Partial<StoredMemory>): Partial<StoredMemory> {
  const changed: Record<string, unknown> = {};
  for (const name in set) {
    const field = name as keyof PresentMemory;
    if (memory[field] !== set[field] || !indexedFields.has(field)) changed[field] = set[field];
  }
  return changed;
}

/** Stores the present content of a memory as a former version, and deletes versions beyond the limit. */
async function keepVersion(
  tx: Transaction,
  { accountId, id: memoryId, version, text, messages, metadata, updatedAt: changedAt, changedBy }: PresentMemory,
  { at: replacedAt, oldestKept }: NonNullable<MemoryPatch['replaced']>,
): Promise<void> {
  const old = { of: [accountId, memoryId], where: { version: { to: oldestKept } }, limit: maxVersions };
  for (const one of oldestKept > 1 ? await tx.scan(memoryVersions, 'key', old) : []) tx.delete(memoryVersions, one);
  const content = { version, text, messages, metadata };
  tx.insert(memoryVersions, { accountId, memoryId, ...content, changedAt, changedBy, replacedAt });
}

/** Replaces the vectors of a memory. @returns its fields for that */
function replaceVectors(
  tx: Transaction,
  memory: PresentMemory,
  added: NonNullable<MemoryPatch['vectors']> | null,
): Partial<StoredMemory> {
  if (added === null) {
    removeVectors(tx, memory);
    return noVectors;
  }
  const { accountId, seq } = memory;
  const { embedderId, vectors, tokens } = added;
  // Only a store with search indexes has these fields, and it has read the memory whole.
  const { visibleTo, userId, isEndUser, agentId, runId, filterKeys, occurredAt, createdAt } = memory as StoredMemory;
  const scope = { visibleTo, userId, isEndUser, agentId, runId, filterKeys, occurredAt, createdAt };
  for (const [chunk, { scale, values }] of vectors.entries()) {
    const key = { accountId, seq, chunk };
    const vector = { ...key, embedderId, scale, vector: values, memoryId: memory.id, ...scope, indexedAt: tx.now };
    if (chunk < memory.vectorCount) tx.put(memoryVectors, vector);
    else tx.insert(memoryVectors, vector);
  }
  for (const key of vectorKeys(memory, vectors.length)) tx.delete(memoryVectors, key);
  if (tokens && tokens.length > 0) {
    tx.put(memoryTokens, { accountId, seq, embedderId, tokens });
  } else if (memory.embedderId !== null) tx.delete(memoryTokens, { accountId, seq });
  return { ...noVectors, embedderId, vectorCount: vectors.length };
}

function removeVectors(
  tx: Transaction,
  memory: Pick<PresentMemory, 'accountId' | 'seq' | 'embedderId' | 'vectorCount'>,
): void {
  if (memory.embedderId === null) return;
  for (const key of vectorKeys(memory)) tx.delete(memoryVectors, key);
  tx.delete(memoryTokens, { accountId: memory.accountId, seq: memory.seq });
}

/** Returns the keys of the vectors of a memory from a chunk on. */
export function vectorKeys(
  { accountId, seq, vectorCount }: Pick<StoredMemory, 'accountId' | 'seq' | 'vectorCount'>,
  from = 0,
) {
  return Array.from({ length: Math.max(0, vectorCount - from) }, (_, at) => ({ accountId, seq, chunk: from + at }));
}

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
