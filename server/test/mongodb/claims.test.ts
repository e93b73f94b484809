import type { Collection, Db, Document } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { collectionOf, type RecordDocument } from '../../src/adapters/mongodb/records/stored-documents.ts';
import type { Claim } from '../../src/domain/memories/claim.ts';
import { toInsert } from '../../src/domain/memories/create-memory.ts';
import { memories as memoriesKind } from '../../src/domain/memories/kinds.ts';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { type MongodbStores, openMongodbStores } from '../open-stores.ts';
import { claimAll, insertMemory } from '../store-steps.ts';
import { profileOf, startTestMongodb, type TestMongodb } from './start-test-mongodb.ts';

const accountId = 'acct_ana';
const now = Date.UTC(2026, 10, 21);

const claim = ({ memories }: MongodbStores, extractions: number, at: number, quarantined = false): Promise<Claim[]> =>
  claimAll(memories, { limit: 20, extractions, now: at, leaseMs: 60_000, quarantined });

let mongodb: TestMongodb;
let db: Db;
let stored: Collection<RecordDocument>;
let workers: [MongodbStores, MongodbStores, MongodbStores];
beforeAll(async () => {
  mongodb = await startTestMongodb();
  db = mongodb.client.db(mongodb.database);
  stored = collectionOf(db, memoriesKind);
  const open = (isPrepared: boolean) => openMongodbStores(mongodb.uri, { isPrepared });
  workers = [await open(false), await open(true), await open(true)];
  await addAccount(workers[0].records, makeAccount(accountId));
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close();
  await mongodb?.close();
});
beforeEach(() => stored.deleteMany({}));

/** Writes a due memory. @returns its document */
async function write(id: string, changes: { infer?: boolean } = {}): Promise<RecordDocument> {
  const memory = makePendingMemory('boat', now, { id, ...changes });
  expect(await insertMemory(workers[0].memories, memory, makeIndex(['boat']))).toEqual({ kind: 'written' });
  return (await stored.findOne({ id } as never)) as RecordDocument;
}

/** Inserts copies of a document whose next attempt is later. */
async function insertWaiting(document: RecordDocument, all: readonly ({ id: string } & Partial<RecordDocument>)[]) {
  const copies = all.map((one, at): RecordDocument => {
    const set = { accountId, nextAttemptAt: now + 60_000, ...one };
    return { ...document, ...set, seq: Number(document['seq']) + at + 1, _id: `${set.accountId}/${one.id}` };
  });
  await stored.insertMany(copies);
}

/** Claims. @returns the queries, as the profile of the server has them */
async function profiled(work: () => Promise<Claim[]>): Promise<{ claims: Claim[]; queries: Document[] }> {
  let claims: Claim[] = [];
  const queries = await profileOf(db, stored as never, async () => {
    claims = await work();
  });
  return { claims, queries };
}
const sumOf = (queries: readonly Document[], field: 'keysExamined' | 'docsExamined'): number =>
  queries.reduce((sum, query) => sum + (query[field] ?? 0), 0);

it('simultaneous claims each get as many memories as they asked for, and no memory twice', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `mem_${String(at).padStart(3, '0')}`);
  const inserts = names.map((id) => toInsert(makePendingMemory('boat', now, { id }), makeIndex(['boat'])));
  await workers[0].memories.commit([{ accountId, changes: inserts }]);
  const claims = await Promise.all(workers.map((worker) => claim(worker, 0, now + 1)));
  expect(claims.map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(claims.flat().map(({ id }) => id)).toHaveLength(60);
  expect(new Set(claims.flatMap((one) => one.map(({ id }) => id)))).toEqual(new Set(names));
  expect(claims.flat().every(({ accountId: id, attempts }) => id === accountId && attempts === 1)).toBe(true);
});

it('simultaneous claims extract from one memory of each user at a time', async () => {
  for (const id of ['mem_1', 'mem_2', 'mem_3']) await write(id, { infer: true });
  const claims = await Promise.all(workers.map((worker) => claim(worker, 5, now + 1)));
  expect(claims.flat().map(({ id }) => id)).toEqual(['mem_1']);
});

const ofServer = it.skipIf(process.env['MNEMA_TEST_MONGODB_URI']);

ofServer(
  'a claim takes as few queries when thousands of memories wait for their next attempt as with one',
  async () => {
    const due = await write('mem_due', { infer: true });
    const accountIds = Array.from({ length: 600 }, (_, at) => `acct_${at}`);
    const users = Array.from({ length: 600 }, (_, at) => `user_${at}`);
    await insertWaiting(due, [
      ...accountIds.map((id) => ({ id: '1', accountId: id, ingestOf: id, infer: false })),
      ...accountIds.map((id) => ({ id: '2', accountId: id, extractionOf: id })),
      ...users.map((userId) => ({ id: userId, userId })),
    ]);
    const { claims, queries } = await profiled(() => claim(workers[0], 5, now + 1));
    expect(claims.map(({ id }) => id)).toEqual(['mem_due']);
    expect(queries.length).toBeGreaterThan(2);
    expect(queries.length).toBeLessThan(14);
    expect(sumOf(queries, 'keysExamined')).toBeLessThan(2 * (accountIds.length * 2 + users.length));
  },
);

ofServer('a claim finds a quarantined memory without reading all pending ones', async () => {
  await write('mem_suspect');
  const crashed = await stored.findOneAndUpdate(
    { id: 'mem_suspect' } as never,
    { $set: { crashCount: 3 } as never },
    { returnDocument: 'after' },
  );
  const waiting = Array.from({ length: 600 }, (_, at) => ({ id: `mem_${at}` }));
  await insertWaiting(crashed as RecordDocument, waiting);
  const { claims, queries } = await profiled(() => claim(workers[0], 0, now + 1, true));
  expect(claims.map(({ id }) => id)).toEqual(['mem_suspect']);
  const documentsRead = sumOf(queries, 'docsExamined');
  expect(documentsRead).toBeGreaterThan(0);
  expect(documentsRead).toBeLessThan(20);
});
