import type { AnyBulkWriteOperation, MongoClient } from 'mongodb';
import {
  type CopyTarget,
  embedderOf,
  isNewer,
  type MemoryRecord,
  type RequestDayRecord,
  requestsIn,
} from '../../../ports/store-copy.ts';
import { toDocument as toAccountDocument, toKeyDocument } from '../accounts/account-documents.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import { contentOf } from '../memories/memory-document.ts';
import { toVectorDocuments } from '../memories/memory-vectors.ts';
import { waiting } from '../memories/pending-memory.ts';
import {
  type Collections,
  type MemoryDocument,
  memoryKey,
  type RequestDayDocument,
  type VectorDocument,
} from '../schema/documents.ts';
import { usedInMonth } from '../usage/usage-shares.ts';
import { addUpDays } from './read-copies.ts';

type CopyWrites = Pick<CopyTarget, 'putAccount' | 'putKeys' | 'putMemories' | 'putMonths' | 'putRequests' | 'putDays'>;

const stateFields = { id: 1, version: 1, revision: 1, status: 1 } as const;

/** Another run may write the same in the same moment: the second look sees it. */
const attempts = 3;

export function createCopyWrites(client: MongoClient, collections: Collections): CopyWrites {
  const { accounts, keys, memories, vectors, usage, requests, requestDays } = collections;

  /**
   * Without a transaction: one that a killed run left behind would keep the next from writing for a minute. The memory
   * comes last, and until it is there its vectors are nobody's.
   */
  async function addMissing(ownerId: string, records: readonly MemoryRecord[]): Promise<void> {
    if (records.length === 0) return;
    const indexedAt = Date.now();
    await vectors.deleteMany({ ownerId, memory: { $in: records.map(({ id }) => memoryKey(ownerId, id)) } });
    const ofMemories = records.flatMap((record) => toVectors(ownerId, record, indexedAt));
    if (ofMemories.length > 0) await vectors.insertMany(ofMemories, { ordered: false });
    await memories.insertMany(
      records.map((record) => toDocument(ownerId, record, indexedAt)),
      { ordered: false },
    );
  }

  /** Whether it is still older, and was replaced. */
  const replaceOlder = (ownerId: string, record: MemoryRecord): Promise<boolean> =>
    inTransaction(client, async (session) => {
      const _id = memoryKey(ownerId, record.id);
      const known = await memories.findOne({ _id }, { session, projection: stateFields });
      if (!known || !isNewer(record, known)) return false;
      const indexedAt = Date.now();
      await memories.replaceOne({ _id }, toDocument(ownerId, record, indexedAt), { session });
      await vectors.deleteMany({ ownerId, memory: _id }, { session });
      const ofMemory = toVectors(ownerId, record, indexedAt);
      if (ofMemory.length > 0) await vectors.insertMany(ofMemory, { session });
      return true;
    });

  async function putAll(ownerId: string, records: readonly MemoryRecord[]): Promise<number> {
    const keysOfRecords = records.map(({ id }) => memoryKey(ownerId, id));
    const found = await memories.find({ _id: { $in: keysOfRecords } }, { projection: stateFields }).toArray();
    const known = new Map(found.map((state) => [state.id, state]));
    const missing = records.filter(({ id }) => !known.has(id));
    await addMissing(ownerId, missing);
    let written = missing.length;
    for (const record of records) {
      const there = known.get(record.id);
      if (there && isNewer(record, there) && (await replaceOlder(ownerId, record))) written++;
    }
    return written;
  }

  return {
    async putAccount({ account, passwordHash }) {
      if (await accounts.findOne({ _id: account.id }, { projection: { _id: 1 } })) return 'present';
      try {
        await accounts.insertOne(toAccountDocument(account, passwordHash));
        return 'written';
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        throw new Error(`the e-mail or phone of ${account.id} belongs to another account`, { cause: error });
      }
    },

    putKeys: (ownerId, given) =>
      inTransaction(client, async (session) => {
        for (const { key, hash } of given) {
          const document = toKeyDocument({ ...key, accountId: ownerId }, hash);
          const { _id, revokedAt, lastUsedAt } = document;
          const known = await keys.findOne({ _id }, { session });
          if (!known) await keys.insertOne(document, { session });
          else {
            // Null counts for nothing, unless both are.
            const set = {
              revokedAt: { $min: ['$revokedAt', revokedAt] },
              lastUsedAt: { $max: ['$lastUsedAt', lastUsedAt] },
            };
            await keys.updateOne({ _id }, [{ $set: set }], { session });
          }
        }
      }),

    async putMemories(ownerId, records) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await putAll(ownerId, records);
        } catch (error) {
          if (!isDuplicate(error) || attempt === attempts) throw error;
        }
      }
    },

    putMonths: (ownerId, months) =>
      inTransaction(client, async (session) => {
        for (const { month, memoryWrites, memorySearches } of months) {
          const used = await usedInMonth(collections, ownerId, month, session);
          // A share of its own, so that counting goes on beside it.
          await usage.updateOne(
            { _id: `${ownerId}/${month}/copied` },
            {
              $setOnInsert: { ownerId, month },
              $inc: {
                memoryWrites: Math.max(0, memoryWrites - used.memoryWrites),
                memorySearches: Math.max(0, memorySearches - used.memorySearches),
              },
            },
            { upsert: true, session },
          );
        }
      }),

    async putRequests(ownerId, rows) {
      if (rows.length === 0) return 0;
      const { upsertedCount } = await requests.bulkWrite(
        rows.map(({ id, ...row }) => ({
          updateOne: {
            filter: { _id: `${ownerId}/${id}` },
            update: { $setOnInsert: { ...row, ownerId } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
      return upsertedCount;
    },

    putDays: (ownerId, days) =>
      inTransaction(client, async (session) => {
        const keyOf = ({ day, operation }: { day: number; operation: string }) => `${day}/${operation}`;
        const found = addUpDays(await requestDays.find({ ownerId }, { session }).toArray());
        const known = new Map(found.map((one) => [keyOf(one), requestsIn(one)]));
        const writes = days
          .filter((day) => (known.get(keyOf(day)) ?? -1) < requestsIn(day))
          .flatMap((one): AnyBulkWriteOperation<RequestDayDocument>[] => {
            const { day, operation } = one;
            return [
              // All shares of it.
              ...(known.has(keyOf(one)) ? [{ deleteMany: { filter: { ownerId, day, operation } } }] : []),
              { insertOne: { document: toDayDocument(ownerId, one) } },
            ];
          });
        if (writes.length > 0) await requestDays.bulkWrite(writes, { session });
      }),
  };
}

function toDocument(ownerId: string, record: MemoryRecord, indexedAt: number): MemoryDocument {
  const { memory, index, revision, outcome, refusals, interruptions, status } = record;
  const { entities, extraction, failure, version, createdAt, updatedAt, textChangedAt, attempts: made } = memory;
  const pendingSince = record.pendingSince ?? textChangedAt ?? createdAt;
  return {
    ...contentOf(ownerId, memory, index),
    ...(memory.isAside ? {} : { ownerId }),
    ...{ entities, extraction, failure, version, status, outcome, revision, refusals, interruptions },
    ...{ updatedAt, textChangedAt, indexedAt, attempts: made },
    ...(status === 'pending'
      ? waiting(ownerId, { nextAttemptAt: memory.nextAttemptAt ?? pendingSince, pendingSince, traceParent: null })
      : {}),
    ...(status === 'failed' ? { failedOf: ownerId } : {}),
    ...(status === 'ready' && !memory.isAside ? { embedderId: embedderOf(record), moveAt: 0, moveAttempts: 0 } : {}),
  };
}

function toVectors(ownerId: string, record: MemoryRecord, indexedAt: number): VectorDocument[] {
  const { memory, index, revision, vectors } = record;
  const { id, userId, agentId, runId, occurredAt } = memory;
  const scoped = { _id: memoryKey(ownerId, id), ownerId, userId, agentId, runId, labels: index.labels, occurredAt };
  return toVectorDocuments(scoped, { revision, embedderId: embedderOf(record), vectors }, indexedAt);
}

function toDayDocument(ownerId: string, record: RequestDayRecord): RequestDayDocument {
  const { day, operation, statuses, memoryWrites, memorySearches } = record;
  const some = (counts: readonly (readonly [string, number])[]) =>
    Object.fromEntries(counts.filter(([, count]) => count > 0));
  return {
    _id: `${ownerId}/${day}/${operation}/copied`,
    ...{ ownerId, day, operation, memoryWrites, memorySearches },
    statuses: some(Object.entries(statuses)),
    latencies: some(record.latencies.map((count, step) => [String(step), count])),
  };
}
