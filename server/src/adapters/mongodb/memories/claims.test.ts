import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { insertMemory } from '../../../../test/store-steps.ts';
import type { Claim } from '../../../ports/memory-store.ts';
import { type MongodbStore, openMongodbStore } from '../open-store.ts';
import { collectionsOf, type MemoryDocument } from '../schema/documents.ts';

const ownerId = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const now = Date.UTC(2026, 10, 21);

const claim = ({ memories }: MongodbStore, extractions: number, at: number, suspect = false): Promise<Claim[]> =>
  memories.claim({
    ...{ limit: 20, extractions, characters: 1_000_000, now: at, leaseMs: 60_000 },
    ...{ purpose: 'ingest' as const, quarantineAfter: 3, quarantined: suspect },
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

it('workers that look at the same time each get as many as they asked for, and none the same', async () => {
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
  expect(claims.flat().every(({ ownerId: owner, attempts }) => owner === ownerId && attempts === 1)).toBe(true);
});

it('asks as little when thousands wait for their next attempt as when one does', async () => {
  const [first] = workers as [MongodbStore];
  const db = mongodb.client.db(mongodb.database);
  const { memories } = collectionsOf(db);
  await memories.deleteMany({});
  const waiting = makePendingMemory('boat', now, { id: 'mem_due', infer: true });
  await insertMemory(first.memories, waiting, makeIndex(['boat']), unlimited);
  const due = (await memories.findOne({ id: 'mem_due' })) as MemoryDocument;
  const owners = Array.from({ length: 600 }, (_, at) => `acct_${at}`);
  const users = Array.from({ length: 600 }, (_, at) => `user_${at}`);
  const later = [
    ...owners.map((pendingOf) => ({ _id: `${pendingOf}/1`, ownerId: pendingOf, pendingOf, infer: false })),
    ...owners.map((pendingOf) => ({ _id: `${pendingOf}/2`, ownerId: pendingOf, pendingOf })),
    ...users.map((userId) => ({ _id: `${ownerId}/${userId}`, userId })),
  ];
  await memories.insertMany(later.map((one) => ({ ...due, nextAttemptAt: now + 60_000, ...one })));

  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  const claims = await claim(first, 5, now + 1);
  await db.command({ profile: 0 });
  expect(claims.map(({ id }) => id)).toEqual(['mem_due']);
  const asked = await db.collection('system.profile').find({ ns: memories.namespace }).toArray();
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThan(12);
  const keysRead = asked.reduce((sum, { keysExamined }) => sum + (keysExamined ?? 0), 0);
  expect(keysRead).toBeLessThan(2 * (owners.length * 2 + users.length));
});

it('looks for what is under suspicion without reading all that waits', async () => {
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
  const suspect = (await memories.findOneAndUpdate(
    { id: 'mem_suspect' },
    { $set: { interruptions: 3 } },
  )) as MemoryDocument;
  const waiting = Array.from({ length: 600 }, (_, at) => ({
    ...suspect,
    _id: `${ownerId}/${at}`,
    nextAttemptAt: now + 60_000,
  }));
  await memories.insertMany(waiting);

  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  const claims = await claim(first, 0, now + 1, true);
  await db.command({ profile: 0 });
  expect(claims.map(({ id }) => id)).toEqual(['mem_suspect']);
  const asked = await db.collection('system.profile').find({ ns: memories.namespace }).toArray();
  const documentsRead = asked.reduce((sum, { docsExamined }) => sum + (docsExamined ?? 0), 0);
  expect(documentsRead).toBeGreaterThan(0);
  expect(documentsRead).toBeLessThan(20);
});
