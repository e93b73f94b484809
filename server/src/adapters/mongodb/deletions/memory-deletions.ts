import type { Filter, MongoClient } from 'mongodb';
import type {
  Deletion,
  DeletionName,
  DeletionQuery,
  MatchedMemory,
  MatchQuery,
  MemoryDeletions,
  NewDeletion,
} from '../../../ports/memory-deletions.ts';
import { inTransaction } from '../connection/sessions.ts';
import { hiddenAt, live } from '../memories/expiry.ts';
import { findResponse, keepResponse } from '../memories/stored-responses.ts';
import { type Collections, type DeletionDocument, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { toBounds, toListFilter, toListSort, toUserFilter } from '../search/scope-filter.ts';
import { toDeletionFields } from './count-removed.ts';
import { scanDeletion } from './scan-store.ts';
import { itemsOf, keyOf, toDeletion } from './stored-deletion.ts';

interface DeletionContext {
  client: MongoClient;
  collections: Collections;
  now(): number;
}

/** Deletes memories by scope in MongoDB, and stores the receipts of deletions. */
export function createMongodbMemoryDeletions({ client, collections, now }: DeletionContext): MemoryDeletions {
  const { memories, deletions, deletionItems } = collections;
  return {
    matching: (query) =>
      query.archived ? matchArchived(collections, query, now()) : matchListed(collections, query, now()),

    prepare: (deletion, ids) => addItems(collections, deletion, ids, now()),

    begin: (name, { matched, idempotencyRecord }) =>
      inTransaction(client, async (session) => {
        const { accountId } = name;
        const response =
          idempotencyRecord &&
          (await findResponse(collections, accountId, idempotencyRecord, idempotencyRecord.createdAt, { session }));
        if (response) return { kind: 'replayed', response };
        const $set = { state: 'running' as const, matched };
        const { matchedCount } = await deletions.updateOne(
          { _id: keyOf(name), state: 'preparing' },
          { $set },
          { session },
        );
        if (matchedCount === 0) return { kind: 'missing' };
        if (idempotencyRecord) await keepResponse(collections, accountId, idempotencyRecord, session);
        return { kind: 'written' };
      }),

    async discard(name) {
      const prepared = { _id: keyOf(name), state: 'preparing' as const };
      if ((await deletions.countDocuments(prepared)) === 0) return;
      await deletionItems.deleteMany(itemsOf(name));
      await deletions.deleteOne(prepared);
    },

    items: (name, page) => listItems(collections, name, page),

    async present({ accountId }, ids) {
      const found = await memories
        .find({ _id: { $in: keysOf(accountId, ids) }, expiresAt: { $lte: now() } })
        .project<{ id: string }>({ id: 1 })
        .toArray();
      return found.map(({ id }) => id);
    },

    async hide({ accountId }, ids) {
      const filter = { _id: { $in: keysOf(accountId, ids) }, ...live(now()) };
      return (await memories.updateMany(filter, { $set: { expiresAt: hiddenAt } })).modifiedCount;
    },

    derived: (deletion, limit) => listDerived(collections, deletion, { limit, now: now() }),

    async finish(name, at) {
      await deletions.updateOne({ _id: keyOf(name), state: 'running' }, { $set: { state: 'done', finishedAt: at } });
    },

    async unverified(limit) {
      const found = deletions.find({ verifiedAt: null }).sort({ startedAt: 1 }).limit(limit);
      return (await found.toArray()).map(toDeletion);
    },

    async scan(all) {
      const gone: string[] = [];
      for (const deletion of all) if (await scanDeletion(collections, deletion, now())) gone.push(deletion.id);
      return gone;
    },

    async verify(deletion, { at, parameters }) {
      const filter = { _id: keyOf(deletion), state: 'done' as const, 'removed.memories': deletion.removed.memories };
      const $set = { verifiedAt: at, parameters: JSON.stringify(parameters) };
      const { matchedCount } = await deletions.updateOne(filter, { $set });
      if (matchedCount === 1) await deletionItems.deleteMany(itemsOf(deletion));
    },

    async get(accountId, id) {
      const found = await deletions.findOne({ _id: keyOf({ accountId, id }), state: { $ne: 'preparing' } });
      return found ? toDeletion(found) : undefined;
    },

    async list(accountId, query) {
      const found = deletions.find(toFilter(accountId, query)).sort({ startedAt: -1, _id: -1 });
      return (await found.limit(query.limit).toArray()).map(toDeletion);
    },

    async secrets(accountId) {
      const found = await deletions.distinct('secret', { accountId, secret: { $type: 'string' } });
      return found.filter((secret) => secret !== null);
    },

    async purge(before) {
      return (await deletions.deleteMany({ startedAt: { $lt: before }, verifiedAt: { $ne: null } })).deletedCount;
    },
  };
}

const keysOf = (accountId: string, ids: readonly string[]) => ids.map((id) => memoryKey(accountId, id));

/** Adds items to a deletion, and creates the deletion if it is missing. Existing items stay. */
async function addItems(
  { memories, deletions, deletionItems }: Collections,
  deletion: NewDeletion,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const _id = keyOf(deletion);
  const $setOnInsert = { ...toDeletionFields(deletion), state: 'preparing' as const };
  await deletions.updateOne({ _id }, { $setOnInsert }, { upsert: true });
  const found = await memories
    .find({ _id: { $in: keysOf(deletion.accountId, ids) }, ...live(now) })
    .project<{ id: string }>({ id: 1 })
    .toArray();
  if (found.length === 0) return;
  const writes = found.map(({ id }) => ({
    updateOne: { filter: { _id: `${_id}/${id}` }, update: { $setOnInsert: { _id: `${_id}/${id}` } }, upsert: true },
  }));
  await deletionItems.bulkWrite(writes, { ordered: false });
}

async function listItems(
  { deletionItems }: Collections,
  name: DeletionName,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const prefix = `${keyOf(name)}/`;
  const { _id } = itemsOf(name);
  const range = after === undefined ? _id : { ..._id, $gt: `${prefix}${after}` };
  const found = await deletionItems.find({ _id: range }).sort({ _id: 1 }).limit(limit).toArray();
  return found.map((item) => item._id.slice(prefix.length));
}

async function matchListed(
  { memories }: Collections,
  { scope, limit, after }: MatchQuery,
  now: number,
): Promise<MatchedMemory[]> {
  const order = { direction: 'asc' } as const;
  const found = memories
    .find(toListFilter({ scope, ...order, after }, now))
    .sort(toListSort(order))
    .limit(limit);
  const documents = await found.project<{ id: string; createdAt: number }>({ id: 1, createdAt: 1 }).toArray();
  return documents.map(({ id, createdAt }) => ({ id, at: createdAt, metadata: null }));
}

/** Lists archived memories. They belong to an account only through their names. */
async function matchArchived(
  { memories }: Collections,
  { scope, limit, after }: MatchQuery,
  now: number,
): Promise<MatchedMemory[]> {
  const { accountId, userId, withoutEndUsers, agentId, runId, occurred, created } = scope;
  const _id = { $gt: memoryKey(accountId, after?.id ?? ''), $lt: `${accountId}0` };
  const user = userId === undefined ? [] : [toUserFilter({ accountId, userId, withoutEndUsers })];
  const conditions = [
    { _id, ownerId: { $exists: false }, ...live(now) },
    ...(user as Filter<MemoryDocument>[]),
    ...(agentId === undefined ? [] : [{ agentId }]),
    ...(runId === undefined ? [] : [{ runId }]),
    ...(occurred ? [{ occurredAt: toBounds(occurred, '$gte', '$lt') }] : []),
    ...(created ? [{ createdAt: toBounds(created, '$gte', '$lt') }] : []),
  ];
  const found = memories
    .find({ $and: conditions as Filter<MemoryDocument>[] })
    .sort({ _id: 1 })
    .limit(limit);
  const documents = await found
    .project<Pick<MemoryDocument, 'id' | 'createdAt' | 'metadata'>>({ id: 1, createdAt: 1, metadata: 1 })
    .toArray();
  return documents.map(({ id, createdAt, metadata }) => ({ id, at: createdAt, metadata: JSON.parse(metadata) }));
}

async function listDerived(
  { memories, deletionItems }: Collections,
  deletion: Pick<Deletion, 'accountId' | 'id' | 'startedAt'>,
  { limit, now }: { limit: number; now: number },
): Promise<string[]> {
  const { accountId, startedAt } = deletion;
  const sourceMemoryId = { $type: 'string' } as const;
  const facts = await memories
    .find({ ownerId: accountId, createdAt: { $gte: startedAt }, sourceMemoryId, ...live(now) })
    .project<{ id: string; sourceMemoryId: string }>({ id: 1, sourceMemoryId: 1 })
    .toArray();
  if (facts.length === 0) return [];
  const prefix = `${keyOf(deletion)}/`;
  const keys = facts.map((fact) => `${prefix}${fact.sourceMemoryId}`);
  const sources = await deletionItems.find({ _id: { $in: keys } }).toArray();
  const deleted = new Set(sources.map(({ _id }) => _id.slice(prefix.length)));
  const derived = facts.filter((fact) => deleted.has(fact.sourceMemoryId));
  return derived.slice(0, limit).map(({ id }) => id);
}

function toFilter(accountId: string, { kind, codes = {}, after }: DeletionQuery): Filter<DeletionDocument> {
  const conditions: Filter<DeletionDocument>[] = [{ accountId, state: { $ne: 'preparing' } }];
  if (kind !== undefined) conditions.push({ kind });
  for (const [name, alternatives] of Object.entries(codes)) {
    conditions.push({ [`codes.${name}`]: { $in: alternatives } } as Filter<DeletionDocument>);
  }
  if (after) {
    const _id = { $lt: keyOf({ accountId, id: after.id }) };
    conditions.push({ $or: [{ startedAt: { $lt: after.at } }, { startedAt: after.at, _id }] });
  }
  return { $and: conditions };
}
