import type { Index, Transaction } from '../../ports/record-store.ts';
import { scanAll } from '../../ports/scan-pages.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import { endResponses } from '../usage/idempotency.ts';
import type { InsertChange, NewVectors, PatchChange } from './changes.ts';
import {
  deletionItems,
  deletions,
  type NewDeletion,
  newStoredDeletion,
  type RemovedCounts,
  type StoredDeletion,
} from './deletion-kinds.ts';
import {
  hiddenAt,
  maxVersions,
  memories,
  memoryTokens,
  memoryVectors,
  memoryVersions,
  type StoredMemory,
} from './kinds.ts';
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
  { memory, versions }: Omit<InsertChange, 'kind'>,
  traceParent: string | null = null,
): void {
  const { accountId, id, visibleTo } = memory;
  const traced = { ...memory, traceParent: visibleTo === null ? null : traceParent };
  tx.insert(memories, { ...traced, ...noSearchFields, ...searchFields(tx, memory, memory) });
  for (const version of versions) tx.insert(memoryVersions, { accountId, memoryId: id, ...version });
}

/** @param memory gets the new fields @returns the event for webhooks */
export async function patchMemory(
  tx: Transaction,
  memory: PresentMemory,
  { set, vectors, event }: Pick<PatchChange, 'set' | 'vectors' | 'event'>,
  traceParent: string | null = null,
): Promise<WebhookEvent | undefined> {
  const { version = memory.version, revision = memory.revision, updatedAt: at, filterKeys } = set;
  if (version !== memory.version) {
    const oldestKept = version - maxVersions + 1;
    if (oldestKept > 1) await removeOldVersions(tx, memory, oldestKept);
    keepVersion(tx, memory, at as number);
  }
  const traced = set.status === 'pending' ? { ...set, traceParent } : set;
  const whole = vectors === undefined ? traced : { ...traced, ...replaceVectors(tx, memory, vectors) };
  const changed = withoutUnchanged(memory, whole);
  tx.patch(memories, memory, tx.forSearch ? { ...changed, ...searchFields(tx, memory, changed) } : changed);
  if (tx.forSearch && filterKeys && vectors === undefined) {
    const fields = { filterKeys, indexedAt: tx.now };
    for (const key of vectorKeys(memory)) tx.patch(memoryVectors, key, fields);
  }
  // Another change of the same command may follow.
  Object.assign(memory, whole);
  return event && { ...event, memoryId: memory.id, version, order: orderOf(event, version, revision) };
}

/** Far more revisions than a version of a memory has. */
const revisionsOfVersion = 2 ** 20;

/** Neither number ever decreases. Ingest ends after the update that began it, with the same version and revision. */
function orderOf({ type }: Pick<WebhookEvent, 'type'>, version: number, revision: number): number {
  return (version * revisionsOfVersion + revision) * 2 + Number(type !== 'memory.updated');
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

/** Stores the present content of a memory as a former version. @param replacedAt when another one takes its place */
function keepVersion(tx: Transaction, memory: PresentMemory, replacedAt: number): void {
  const { accountId, id: memoryId, version, text, messages, metadata, updatedAt: changedAt, changedBy } = memory;
  tx.insert(memoryVersions, {
    accountId,
    memoryId,
    version,
    text,
    messages,
    metadata,
    changedAt,
    changedBy,
    replacedAt,
  });
}

async function removeOldVersions(tx: Transaction, { accountId, id }: PresentMemory, oldestKept: number) {
  const old = { of: [accountId, id], where: { version: { to: oldestKept } }, limit: maxVersions };
  for (const one of await tx.scan(memoryVersions, 'key', old)) tx.delete(memoryVersions, one);
}

/** Replaces the vectors of a memory. @returns its fields for that */
function replaceVectors(tx: Transaction, memory: PresentMemory, added: NewVectors | null): Partial<StoredMemory> {
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

/** Removes memories with all of their records, and counts them in the receipt. @returns the events for webhooks */
export async function removeMemories(
  tx: Transaction,
  accountId: string,
  removed: readonly StoredMemory[],
  receipt?: StoredDeletion,
): Promise<WebhookEvent[]> {
  const ids = removed.map(({ id }) => id);
  const ofMemories = { of: [accountId], where: { memoryId: { any: ids } }, only: ['memoryId', 'version'] } as const;
  const versions = await scanAll(tx, memoryVersions, 'key', { ...ofMemories, limit: maxVersionsAtOnce });
  const storedResponses = await endResponses(tx, accountId, ids);
  for (const { memoryId, version } of versions) tx.delete(memoryVersions, { accountId, memoryId, version });
  const counts = { memories: removed.length, versions: versions.length, vectors: 0, wordEntries: 0, storedResponses };
  for (const memory of removed) {
    counts.vectors += memory.vectorCount;
    // Archived memories are not indexed.
    if (memory.visibleTo !== null) counts.wordEntries += termsOf(memory).length + memory.filterKeys.length;
    removeVectors(tx, memory);
    tx.delete(memories, memory);
  }
  if (receipt) addRemoved(tx, receipt, removed, counts);
  return removed.map(({ id: memoryId, expiresAt }) => {
    const hasExpired = expiresAt !== null && expiresAt !== hiddenAt && expiresAt <= tx.now;
    const type = hasExpired ? 'memory.expired' : 'memory.deleted';
    return { type, memoryId, version: null, detail: {}, order: Number.MAX_SAFE_INTEGER };
  });
}

/** Finds the receipt to which the removals of a commit belong, or creates it. */
export async function findReceipt(tx: Transaction, deletion: NewDeletion): Promise<StoredDeletion> {
  const { accountId, id } = deletion;
  return (await tx.get(deletions, { accountId, id })) ?? newStoredDeletion(deletion, 'done');
}

/** Adds memories to the receipt of their deletion. All deletions but those by scope end with it. */
function addRemoved(tx: Transaction, receipt: StoredDeletion, removed: readonly StoredMemory[], counts: RemovedCounts) {
  const { accountId, id: deletionId, kind, startedAt } = receipt;
  const names = Object.keys(counts) as (keyof RemovedCounts)[];
  const sums = Object.fromEntries(names.map((name) => [name, receipt.removed[name] + counts[name]]));
  tx.put(deletions, {
    ...{ ...receipt, removed: sums as unknown as RemovedCounts, verifiedAt: null, unverifiedSince: startedAt },
    ...(kind === 'scope' ? {} : { matched: receipt.matched + counts.memories, finishedAt: tx.now }),
  });
  if (kind === 'scope') return;
  for (const { id, seq } of removed) tx.put(deletionItems, { accountId, deletionId, id, seq });
}
