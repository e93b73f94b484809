import { Binary, type ClientSession } from 'mongodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../test/mongodb/start-test-mongodb.ts';
import type { ClaimOptions } from '../../ports/memory-store.ts';
import { type Collections, collectionsOf, memoryKey } from './documents.ts';
import { type MongodbStore, openMongodbStore } from './open-store.ts';

const ownerId = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const anything: ClaimOptions = {
  ...{ limit: 10, characters: 1_000, extractions: 1, now: 10, leaseMs: 60_000, suspectAfter: 3, suspect: false },
};

let mongodb: TestMongodb;
let collections: Collections;
beforeAll(async () => {
  mongodb = await startTestMongodb();
  collections = collectionsOf(mongodb.client.db(mongodb.database));
});
afterAll(() => mongodb.close());

async function open(): Promise<MongodbStore> {
  const store = await openMongodbStore(mongodb.uri, { dimensions: 8, now: () => 10, onError: () => {} });
  onTestFinished(() => store.close());
  return store;
}

/** What a process leaves that is killed in the middle of a transaction. */
async function leaveOpen(work: (session: ClientSession) => Promise<unknown>): Promise<ClientSession> {
  const session = mongodb.client.startSession();
  onTestFinished(() => session.endSession());
  session.startTransaction();
  await work(session);
  return session;
}

it('ends what a process that was killed left open, so that nobody waits for a memory it had in hand', async () => {
  const store = await open();
  await store.memories.insert(makePendingMemory('boat', 1, { id: 'mem_1', ownerId }), makeIndex(['boat']), unlimited);
  const _id = memoryKey(ownerId, 'mem_1');
  await collections.memories.updateOne({ _id }, { $set: { leasedBy: 'killed', nextAttemptAt: 60_010 } });
  const session = await leaveOpen((session) =>
    collections.memories.updateOne({ _id }, { $set: { status: 'ready' } }, { session }),
  );
  const sessions = [new Binary(session.id?.id.buffer as Buffer, Binary.SUBTYPE_UUID)];
  await collections.workers.insertOne({ _id: 'killed', seenAt: new Date(0), sessions });

  const startedAt = performance.now();
  const another = await open();
  expect(await another.memories.claim(anything)).toMatchObject([{ id: 'mem_1', interruptions: 1 }]);
  // MongoDB itself would end the transaction after a minute.
  expect(performance.now() - startedAt).toBeLessThan(45_000);
  await expect(session.commitTransaction()).rejects.toMatchObject({ codeName: 'NoSuchTransaction' });
  expect(await collections.workers.findOne({ _id: 'killed' })).toBeNull();
});

it('says which sessions its transactions run in, so that others can end them', async () => {
  const store = await open();
  const before = new Set((await collections.workers.find().toArray()).map(({ _id }) => _id));
  const one = await open();
  const [mine] = (await collections.workers.find().toArray()).filter(({ _id }) => !before.has(_id));
  await one.memories.insert(makePendingMemory('boat', 1, { id: 'mem_2', ownerId }), makeIndex(['boat']), unlimited);
  await expect
    .poll(async () => (await collections.workers.findOne({ _id: mine?._id ?? '' }))?.sessions?.length)
    .toBeGreaterThan(0);
  await store.close();
});

it('takes the result of a worker once that stood still, was taken for dead, and came back after another had begun', async () => {
  const id = 'mem_3';
  const frozen = await open();
  await frozen.memories.insert(makePendingMemory('boat', 1, { id, ownerId }), makeIndex(['boat']), unlimited);
  const [before] = (await frozen.memories.claim(anything)).filter((claim) => claim.id === id);
  const { leasedBy } = (await collections.memories.findOne({ _id: memoryKey(ownerId, id) })) ?? {};
  await collections.workers.updateOne({ _id: leasedBy ?? '' }, { $set: { seenAt: new Date(0) } });
  const another = await open();
  const [after] = (await another.memories.claim(anything)).filter((claim) => claim.id === id);
  if (!before || !after) throw new Error('one of them did not get it');

  const result = { embedderId: 'model@1', vectors: [new Float32Array(8).fill(0.5)], entities: [] };
  const kept = await Promise.all([
    frozen.memories.complete([{ claim: before, ...result }]),
    another.memories.complete([{ claim: after, ...result }]),
  ]);
  expect(kept.flat()).toEqual([id]);
  // What it has to say of it now is of no interest any more.
  await frozen.memories.extend([before], 120_000);
  await frozen.memories.release([before], 10);
  const failure = { code: 'embedding_failed', message: 'late' };
  expect(await frozen.memories.fail([{ claim: before, failure, refusal: true, retryAt: null }])).toEqual([]);
  expect(await another.memories.get(ownerId, id)).toMatchObject({ status: 'ready', failure: null });
  expect(await collections.vectors.countDocuments({ memory: memoryKey(ownerId, id) })).toBe(1);
});
