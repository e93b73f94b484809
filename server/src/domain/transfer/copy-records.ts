import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../ports/errors.ts';
import type { MemoryVersion } from '../../ports/memory.ts';
import type { AnyKind, Filter, Reader, RecordOf, Transaction } from '../../ports/record-store.ts';
import { scanPages } from '../../ports/scan-pages.ts';
import { accounts, apiKeys, auditEvents } from '../accounts/kinds.ts';
import { deliveries, webhooks } from '../events/kinds.ts';
import { type DeletionItem, deletionItems, deletions } from '../memories/deletion-kinds.ts';
import { memories, memoryTokens, memoryVectors, type StoredMemory } from '../memories/kinds.ts';
import { noLease, noVectors, type PreparedMemory } from '../memories/stored-memory.ts';
import { insertMemory, patchMemory, vectorKeys } from '../memories/write-memories.ts';
import { type LoggedRequest, requestDays, requests, usageMonths } from '../usage/kinds.ts';
import { readVersions } from './export-memories.ts';

/** A memory with all that belongs to it, without what belongs to its store: its number and the lease of a worker. */
export interface MemoryCopy {
  memory: PreparedMemory;
  /** The former versions, oldest first. */
  versions: MemoryVersion[];
  vectors: { scale: number; values: Int8Array }[];
  tokens: Int8Array | undefined;
}

export interface CopyRule<T extends AnyKind = AnyKind> {
  kind: T;
  where?: Filter<RecordOf<T>>;
  /** The fields that belong to a store, with their values in a copy. */
  own?: Partial<RecordOf<T>>;
  /** Workers at the target continue with the record, so that a copy may have any state. */
  isContinued?: true;
}

const rule = <T extends AnyKind>(kind: T, how: Omit<CopyRule<T>, 'kind'> = {}): CopyRule => ({ kind, ...how });

/** The rules in order. A server verifies a deletion without items, so they come first, and webhooks before deliveries. */
export const copyRules: readonly CopyRule[] = [
  rule(memories),
  rule(deletionItems, { isContinued: true }),
  rule(deletions, { where: { state: { not: 'preparing' } }, isContinued: true }),
  rule(requests, { own: { order: 0, limitedMinute: null } }),
  rule(usageMonths),
  rule(requestDays),
  rule(auditEvents),
  rule(webhooks, { own: { leasedUntil: 0, lease: null } }),
  rule(deliveries, { where: { pendingOf: { not: null } }, isContinued: true }),
  rule(apiKeys),
];

export const copyCommands = {
  /** Writes records of an account that does not exist yet. The vectors of memories are missing. */
  async copyRecords(
    tx: Transaction,
    { accountId, name, records }: { accountId: string; name: string; records: readonly object[] },
  ): Promise<void> {
    if (await tx.get(accounts, { id: accountId }))
      throw new DomainError('conflict', `The account ${accountId} was created or deleted in the target meanwhile.`);
    const kind = copyRules.find((one) => one.kind.name === name)?.kind as AnyKind;
    for (const record of kind === deletionItems ? await withNumbers(tx, records as DeletionItem[]) : records) {
      if (kind === memories) {
        const { memory, versions, vectors } = record as MemoryCopy;
        const present = vectors.length > 0 ? { ...memory, ...noVectors } : memory;
        insertMemory(tx, { memory: present, versions });
      } else if (kind.counter) tx.add(kind, record, withoutKey(kind, record));
      else if (kind.sequence) tx.insert(kind, record);
      else tx.put(kind, record);
    }
  },

  /** Adds the vectors of memories, which have the number in their key that each memory got when it was written. */
  async copyVectors(tx: Transaction, records: readonly MemoryCopy[]): Promise<void> {
    const keys = records.map(({ memory }) => memory);
    const written = await tx.getMany(memories, keys);
    for (const [at, { memory, vectors, tokens }] of records.entries()) {
      const { embedderId } = memory;
      const stored = written[at];
      if (!stored || embedderId === null || vectors.length === 0) continue;
      await patchMemory(tx, stored, { set: {}, vectors: { embedderId, vectors, tokens } });
    }
  },
};

/** Gives items the numbers of their memories at the target. A memory that is not there need not be deleted. */
async function withNumbers(tx: Transaction, items: readonly DeletionItem[]): Promise<DeletionItem[]> {
  const found = await tx.getMany(memories, items);
  return items.flatMap((item, at) => (found[at] ? { ...item, seq: found[at].seq } : []));
}

function withoutKey({ key }: AnyKind, record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !key.includes(field as never)));
}

/** Reads the records of an account that are copied, in the order of their keys. */
export async function* readPages(reader: Reader, accountId: string) {
  for (const rule of copyRules) {
    const { kind, where = {} } = rule;
    // Memories are large, because they include their vectors.
    const limit = kind === memories ? 100 : 500;
    for await (const found of scanPages(reader, kind, 'key', { of: [accountId], where, limit })) {
      yield { rule, page: await toCopies(reader, rule, found) };
    }
  }
}

async function toCopies(reader: Reader, { kind, own }: CopyRule, found: readonly object[]): Promise<object[]> {
  if (kind === memories) return readMemories(reader, found as StoredMemory[]);
  if (kind !== deletionItems) return found.map((record) => ({ ...record, ...own }));
  const items = found as DeletionItem[];
  const names = items.map(({ accountId, deletionId: id }) => ({ accountId, id }));
  const deletionsOf = await reader.getMany(deletions, names);
  return items.filter((_, at) => deletionsOf[at] && deletionsOf[at].state !== 'preparing');
}

async function readMemories(reader: Reader, found: readonly StoredMemory[]): Promise<MemoryCopy[]> {
  const versionsOf = await readVersions(reader, found);
  const keys = found.flatMap((memory) => vectorKeys(memory));
  const bySeq = Map.groupBy(await reader.getMany(memoryVectors, keys), (vector) => vector?.seq);
  const tokens = await reader.getMany(memoryTokens, found);
  return found.map((stored, at) => ({
    memory: toPrepared(stored),
    versions: versionsOf.get(stored.id) ?? [],
    vectors: (bySeq.get(stored.seq) ?? []).flatMap((one) => (one ? { scale: one.scale, values: one.vector } : [])),
    tokens: tokens[at]?.tokens,
  }));
}

/** A memory that a worker has leased is due since it became pending. */
function toPrepared({ seq: _, terms, conversation, indexedAt, ...memory }: StoredMemory): PreparedMemory {
  const nextAttemptAt = memory.leasedBy === null ? memory.nextAttemptAt : memory.pendingSince;
  return { ...memory, ...noLease, nextAttemptAt, traceParent: null, reembedAt: 0, reembedAttempts: 0 };
}

/** Names a record, the same in every store. */
export function nameOf({ kind }: CopyRule, record: object): string {
  if (kind === memories) return `${kind.name} ${(record as MemoryCopy).memory.id}`;
  const fields = record as Record<string, unknown>;
  const key = kind === requests ? ['id'] : kind.key.slice(1);
  return `${kind.name} ${key.map((field) => fields[field as string]).join(' ')}`;
}

export async function findCopies(reader: Reader, rule: CopyRule, originals: readonly object[]) {
  const { kind } = rule;
  const keys = kind === memories ? (originals as MemoryCopy[]).map(({ memory }) => memory) : originals;
  const isLogged = kind === requests;
  const found = isLogged ? await findRequests(reader, keys as LoggedRequest[]) : await reader.getMany(kind, keys);
  const present = found.flatMap((one) => one ?? []);
  const copies = await toCopies(reader, rule, present);
  const byName = new Map(copies.map((copy) => [nameOf(rule, copy), copy]));
  return originals.map((original) => byName.get(nameOf(rule, original)));
}

/** Finds the rows of requests, whose numbers differ between stores. */
function findRequests(reader: Reader, rows: readonly LoggedRequest[]): Promise<LoggedRequest[]> {
  const times = rows.map(({ createdAt }) => createdAt);
  const createdAt = { from: Math.min(...times), to: Math.max(...times) + 1 };
  const where = { createdAt, id: { any: rows.map(({ id }) => id) } };
  const of = rows.slice(0, 1).map(({ accountId }) => accountId);
  return reader.scan(requests, 'time', { of, where, limit: rows.length });
}

export function isSame({ kind, isContinued }: CopyRule, original: object, copy: object | undefined): boolean {
  // The items of a deletion are gone when a worker has verified it.
  if (isContinued) return copy !== undefined || kind === deletionItems;
  if (!copy || kind !== memories) return isDeepStrictEqual(original, copy);
  return isSameMemory(original as MemoryCopy, copy as MemoryCopy);
}

/** A worker at the target may have finished the ingest of a pending memory, or embedded a memory again. */
function isSameMemory(original: MemoryCopy, copy: MemoryCopy): boolean {
  const [one, other] = [original.memory, copy.memory];
  if (one.status === 'pending' && other.status !== 'pending') return other.version >= one.version;
  if (!isDeepStrictEqual(contentOf(original), contentOf(copy))) return false;
  if (one.embedderId !== other.embedderId) return other.embedderId !== null;
  return isDeepStrictEqual([original.vectors, original.tokens], [copy.vectors, copy.tokens]);
}

/** The state of ingest, which a worker may change in the meantime. */
const noAttempts = { pendingSince: null, nextAttemptAt: null, rejections: 0, crashCount: null };

function contentOf({ memory, versions }: MemoryCopy): [object, object] {
  const pending = memory.status === 'pending' ? { failure: null, attempts: 0 } : {};
  return [{ ...memory, ...noVectors, ...noAttempts, ...pending }, versions];
}
