import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { insertMemory } from '../../../../test/store-steps.ts';
import type { Claim } from '../../../ports/memory-store.ts';
import { type MongodbStore, openMongodbStore } from '../open-store.ts';
import { collectionsOf, type MemoryDocument } from '../schema/documents.ts';

const accountId = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const now = Date.UTC(2026, 10, 21);

const claim = ({ memories }: MongodbStore, extractions: number, at: number, quarantined = false): Promise<Claim[]> =>
  memories.claim({
    ...{ limit: 20, extractions, characters: 1_000_000, now: at, leaseMs: 60_000 },
    ...{ purpose: 'ingest' as const, quarantineAfter: 3, quarantined },
  });

let mongodb: TestMongodb;
let workers: MongodbStore[];
beforeAll(async () => {
  mongodb = await startTestMongodb();
  const open = () =>
    openMongodbStore(mongodb.uri, {
      dimensions: 8,
      now: Date.now,
      onError: (error) => {
        throw error;
      },
    });
  workers = [await open(), await open(), await open()];
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close();
  await mongodb?.close();
});

it('simultaneous claims each get as many memories as they asked for, and no memory twice', async () => {
  const [first] = workers as [MongodbStore];
  const names = Array.from({ length: 60 }, (_, at) => `mem_${String(at).padStart(3, '0')}`);
  await Promise.all(
    names.map((id) =>
      insertMemory(first.memories, makePendingMemory('boat', now, { id }), makeIndex(['boat']), unlimited),
    ),
  );
  const claims = await Promise.all(workers.map((worker) => claim(worker, 0, now + 1)));
  expect(claims.map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(claims.flat().map(({ id }) => id)).toHaveLength(60);
  expect(new Set(claims.flatMap((one) => one.map(({ id }) => id)))).toEqual(new Set(names));
  expect(claims.flat().every(({ accountId: id, attempts }) => id === accountId && attempts === 1)).toBe(true);
});

it('a claim takes as few queries when thousands of memories wait for their next attempt as with one', async () => {
  const [first] = workers as [MongodbStore];
  const db = mongodb.client.db(mongodb.database);
  const { memories } = collectionsOf(db);
  await memories.deleteMany({});
  const waiting = makePendingMemory('boat', now, { id: 'mem_due', infer: true });
  await insertMemory(first.memories, waiting, makeIndex(['boat']), unlimited);
  const due = (await memories.findOne({ id: 'mem_due' })) as MemoryDocument;
  const accountIds = Array.from({ length: 600 }, (_, at) => `acct_${at}`);
  const users = Array.from({ length: 600 }, (_, at) => `user_${at}`);
  const later = [
    ...accountIds.map((pendingOf) => ({ _id: `${pendingOf}/1`, ownerId: pendingOf, pendingOf, infer: false })),
    ...accountIds.map((pendingOf) => ({ _id: `${pendingOf}/2`, ownerId: pendingOf, pendingOf })),
    ...users.map((userId) => ({ _id: `${accountId}/${userId}`, userId })),
  ];
  await memories.insertMany(later.map((one) => ({ ...due, nextAttemptAt: now + 60_000, ...one })));

  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  const claims = await claim(first, 5, now + 1);
  await db.command({ profile: 0 });
  expect(claims.map(({ id }) => id)).toEqual(['mem_due']);
  const queries = await db.collection('system.profile').find({ ns: memories.namespace }).toArray();
  expect(queries.length).toBeGreaterThan(2);
  expect(queries.length).toBeLessThan(12);
  const keysRead = queries.reduce((sum, { keysExamined }) => sum + (keysExamined ?? 0), 0);
  expect(keysRead).toBeLessThan(2 * (accountIds.length * 2 + users.length));
});

it('a claim finds a quarantined memory without reading all pending ones', async () => {
  const [first] = workers as [MongodbStore];
  const db = mongodb.client.db(mongodb.database);
  const { memories } = collectionsOf(db);
  await memories.deleteMany({});
  await insertMemory(
    first.memories,
    makePendingMemory('boat', now, { id: 'mem_suspect' }),
    makeIndex(['boat']),
    unlimited,
  );
  const quarantined = (await memories.findOneAndUpdate(
    { id: 'mem_suspect' },
    { $set: { interruptions: 3 } },
  )) as MemoryDocument;
  const waiting = Array.from({ length: 600 }, (_, at) => ({
    ...quarantined,
    _id: `${accountId}/${at}`,
    nextAttemptAt: now + 60_000,
  }));
  await memories.insertMany(waiting);

  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  const claims = await claim(first, 0, now + 1, true);
  await db.command({ profile: 0 });
  expect(claims.map(({ id }) => id)).toEqual(['mem_suspect']);
  const queries = await db.collection('system.profile').find({ ns: memories.namespace }).toArray();
  const documentsRead = queries.reduce((sum, { docsExamined }) => sum + (docsExamined ?? 0), 0);
  expect(documentsRead).toBeGreaterThan(0);
  expect(documentsRead).toBeLessThan(20);
});
