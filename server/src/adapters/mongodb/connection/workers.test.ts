import { setTimeout } from 'node:timers/promises';
import { Binary, type ClientSession } from 'mongodb';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { completeClaims, failClaims, insertMemory } from '../../../../test/store-steps.ts';
import type { Claim, ClaimOptions } from '../../../ports/memory-store.ts';
import { type MongodbStore, openMongodbStore } from '../open-store.ts';
import { type Collections, collectionsOf, memoryKey } from '../schema/documents.ts';
import { startWorkers, type Workers, type WorkerTimes } from './workers.ts';

const accountId = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const anything: ClaimOptions = {
  ...{
    limit: 10,
    characters: 1_000,
    extractions: 1,
    now: 10,
    leaseMs: 60_000,
    purpose: 'ingest' as const,
    quarantineAfter: 3,
    quarantined: false,
  },
};

let mongodb: TestMongodb;
let collections: Collections;
beforeAll(async () => {
  mongodb = await startTestMongodb();
  collections = collectionsOf(mongodb.client.db(mongodb.database));
});
afterAll(() => mongodb.close());
afterEach(async () => {
  await Promise.all([collections.memories.deleteMany({}), collections.workers.deleteMany({})]);
});

async function open(workerTimes = quick): Promise<MongodbStore> {
  const store = await openMongodbStore(mongodb.uri, { dimensions: 8, now: () => 10, workerTimes, onError: () => {} });
  onTestFinished(() => store.close());
  return store;
}

const quick: WorkerTimes = { beatMs: 100, silentMs: 1_000 };
const patient: WorkerTimes = { beatMs: 200, silentMs: 6_000 };

/** Starts a worker of this name without a store. */
async function join(workerId: string, times: WorkerTimes, of: Collections = collections): Promise<Workers> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const workers = await startWorkers(mongodb.client, of, { workerId, times, now: () => 10, onError });
  onTestFinished(async () => {
    await workers.stop();
    expect(errors).toEqual([]);
  });
  return workers;
}

const leaseTo = async (leasedBy: string, id: string): Promise<void> => {
  await collections.memories.updateOne({ _id: memoryKey(accountId, id) }, { $set: { leasedBy, nextAttemptAt: 5 } });
};

/** Leaves a transaction open, as a process that is killed. */
async function leaveOpen(work: (session: ClientSession) => Promise<unknown>): Promise<ClientSession> {
  const session = mongodb.client.startSession();
  onTestFinished(() => session.endSession());
  session.startTransaction();
  await work(session);
  return session;
}

it('ends the open transaction of a killed process, so that its memories can be claimed', async () => {
  const store = await open();
  await insertMemory(
    store.memories,
    makePendingMemory('boat', 1, { id: 'mem_1', accountId }),
    makeIndex(['boat']),
    unlimited,
  );
  const _id = memoryKey(accountId, 'mem_1');
  await collections.memories.updateOne({ _id }, { $set: { leasedBy: 'killed', nextAttemptAt: 60_010 } });
  const session = await leaveOpen((session) =>
    collections.memories.updateOne({ _id }, { $set: { status: 'ready' } }, { session }),
  );
  const sessions = [new Binary(session.id?.id.buffer as Buffer, Binary.SUBTYPE_UUID)];
  await collections.workers.insertOne({ _id: 'killed', seenAt: new Date(0), sessions });

  const startedAt = performance.now();
  const another = await open();
  await expect.poll(() => another.memories.claim(anything)).toMatchObject([{ id: 'mem_1', crashCount: 1 }]);
  // MongoDB itself would end the transaction after a minute.
  expect(performance.now() - startedAt).toBeLessThan(45_000);
  await expect(session.commitTransaction()).rejects.toMatchObject({ codeName: 'NoSuchTransaction' });
  expect(await collections.workers.findOne({ _id: 'killed' })).toBeNull();
});

it('lists the sessions of its transactions, so that other processes can end them', async () => {
  const store = await open();
  const before = new Set((await collections.workers.find().toArray()).map(({ _id }) => _id));
  const one = await open();
  const [mine] = (await collections.workers.find().toArray()).filter(({ _id }) => !before.has(_id));
  await insertMemory(
    one.memories,
    makePendingMemory('boat', 1, { id: 'mem_2', accountId }),
    makeIndex(['boat']),
    unlimited,
  );
  await expect
    .poll(async () => (await collections.workers.findOne({ _id: mine?._id ?? '' }))?.sessions?.length)
    .toBeGreaterThan(0);
  await store.close();
});

it('stores one result when a worker that was suspended comes back after another has claimed its memory', async () => {
  const id = 'mem_3';
  const frozen = await open({ beatMs: 60_000, silentMs: 180_000 });
  await insertMemory(frozen.memories, makePendingMemory('boat', 1, { id, accountId }), makeIndex(['boat']), unlimited);
  const [before] = (await frozen.memories.claim(anything)).filter((claim) => claim.id === id);
  const { leasedBy } = (await collections.memories.findOne({ _id: memoryKey(accountId, id) })) ?? {};
  await collections.workers.updateOne({ _id: leasedBy ?? '' }, { $set: { seenAt: new Date(0) } });
  const another = await open();
  let after: Claim | undefined;
  await expect
    .poll(async () => {
      after = (await another.memories.claim(anything)).find((claim) => claim.id === id);
      return after;
    })
    .toBeDefined();
  if (!before || !after) throw new Error('one of them did not get it');

  const result = { embedderId: 'model@1', vectors: [new Float32Array(8).fill(0.5)], entities: [] };
  const kept = await Promise.all([
    completeClaims(frozen.memories, [{ claim: before, ...result }]),
    completeClaims(another.memories, [{ claim: after, ...result }]),
  ]);
  expect(kept.flat()).toEqual([id]);
  // Later calls of the suspended worker change nothing.
  await frozen.memories.extend([before], 120_000);
  await frozen.memories.release([before], 10);
  const failure = { code: 'embedding_failed', message: 'late' };
  expect(await failClaims(frozen.memories, [{ claim: before, failure, rejected: true, retryAt: null }])).toEqual([]);
  expect(await another.memories.get(accountId, id)).toMatchObject({ status: 'ready', failure: null });
  expect(await collections.vectors.countDocuments({ memory: memoryKey(accountId, id) })).toBe(1);
});

it('takes over only after every running process had time for a heartbeat, as after an outage of MongoDB', async () => {
  // After an outage, the first process sees old heartbeats of the others, and expired leases.
  await collections.workers.insertOne({ _id: 'living', seenAt: new Date(Date.now() - 60_000) });
  const first = await open(patient);
  await insertMemory(
    first.memories,
    makePendingMemory('boat', 1, { id: 'mem_4', accountId }),
    makeIndex(['boat']),
    unlimited,
  );
  await leaseTo('living', 'mem_4');
  expect(await first.memories.claim(anything), 'the worker may still be running').toEqual([]);

  await setTimeout(1_000);
  await join('living', patient);
  await setTimeout(6_500);
  const _id = memoryKey(accountId, 'mem_4');
  expect(await collections.memories.findOne({ _id })).toMatchObject({ leasedBy: 'living', interruptions: 0 });
  expect(await first.memories.claim(anything)).toMatchObject([{ id: 'mem_4', crashCount: 0 }]);
});

it('keeps the leases of a process that starts while another takes over from a crashed one', async () => {
  const store = await open(patient);
  for (const id of ['mem_5', 'mem_6']) {
    await insertMemory(store.memories, makePendingMemory('boat', 1, { id, accountId }), makeIndex(['boat']), unlimited);
  }
  await leaseTo('killed', 'mem_5');
  await collections.workers.insertOne({ _id: 'killed', seenAt: new Date(0) });
  const updateMany = vi.fn(async (...given: Parameters<typeof collections.memories.updateMany>) => {
    await collections.workers.insertOne({ _id: 'begun', seenAt: new Date() });
    await leaseTo('begun', 'mem_6');
    return collections.memories.updateMany(...given);
  });
  const memories = Object.create(collections.memories, { updateMany: { value: updateMany } });
  await join('another', quick, { ...collections, memories });
  await expect.poll(() => collections.workers.findOne({ _id: 'killed' })).toBeNull();
  expect(updateMany).toHaveBeenCalledOnce();
  const handedOn = await collections.memories.findOne({ _id: memoryKey(accountId, 'mem_5') });
  expect(handedOn).toMatchObject({ interruptions: 1 });
  expect(handedOn?.leasedBy).toBeUndefined();
  const begun = await collections.memories.findOne({ _id: memoryKey(accountId, 'mem_6') });
  expect(begun).toMatchObject({ leasedBy: 'begun', interruptions: 0 });
});
