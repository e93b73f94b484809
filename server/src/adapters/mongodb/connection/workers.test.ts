import { setTimeout } from 'node:timers/promises';
import { type ClientSession, type Db, MongoClient } from 'mongodb';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { type MongodbStores, openMongodbStores } from '../../../../test/open-stores.ts';
import { claimAll, completeClaims, failClaims, insertMemory } from '../../../../test/store-steps.ts';
import type { Claim } from '../../../domain/memories/claim.ts';
import { readLeases } from '../../../domain/memories/claims.ts';
import { memories, memoryVectors } from '../../../domain/memories/kinds.ts';
import type { ReadLeases } from '../../store-kit/open-store.ts';
import { collectionOf } from '../records/stored-documents.ts';
import { memoryKey } from '../search/search-documents.ts';
import { startWorkers, type Workers, type WorkerTimes, workersOf } from './workers.ts';

const accountId = 'acct_ana';
const limits = { limit: 10, extractions: 1, characters: 1_000, now: 10, leaseMs: 60_000 };
const claimAny = ({ memories }: MongodbStores) => claimAll(memories, limits);
const mongodb = useTestMongodb();
let db: Db;
beforeAll(async () => {
  db = mongodb.client.db(mongodb.database);
  const store = await openMongodbStores(mongodb.uri);
  await addAccount(store.records, makeAccount(accountId));
  await store.close();
});
afterEach(async () => {
  await Promise.all([collectionOf(db, memories).deleteMany({}), workersOf(db).deleteMany({})]);
});

const findMemory = (id: string) => collectionOf(db, memories).findOne({ _id: memoryKey(accountId, id) });

async function open(workerTimes = quick): Promise<MongodbStores> {
  const options = { now: () => 10, workerTimes, onError: () => {}, isPrepared: true };
  const store = await openMongodbStores(mongodb.uri, options);
  onTestFinished(() => store.close());
  return store;
}

const quick: WorkerTimes = { beatMs: 100, silentMs: 1_000 };
const patient: WorkerTimes = { beatMs: 200, silentMs: 6_000 };

/** Starts a worker of this name without a store. */
async function join(workerId: string, times: WorkerTimes, readLeases: ReadLeases): Promise<Workers> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const connection = { client: mongodb.client, db };
  const workers = await startWorkers(connection, { workerId, readLeases, times, onError });
  onTestFinished(async () => {
    await workers.stop();
    expect(errors).toEqual([]);
  });
  return workers;
}

async function change(id: string, set: object): Promise<void> {
  const filter = { _id: memoryKey(accountId, id) };
  const { matchedCount } = await collectionOf(db, memories).updateOne(filter, { $set: set as never });
  expect(matchedCount).toBe(1);
}

const leaseTo = (workerId: string, id: string, nextAttemptAt = 5) =>
  change(id, { leasedBy: `${workerId}/1`, nextAttemptAt });

function insert({ memories }: MongodbStores, id: string) {
  return insertMemory(memories, makePendingMemory('boat', 1, { id, accountId }), makeIndex(['boat']));
}

/** Leaves a transaction of an application open, as a process that is killed. */
async function leaveOpen(
  appName: string,
  write: (db: Db, session: ClientSession) => Promise<unknown>,
): Promise<ClientSession> {
  const client = new MongoClient(mongodb.uri, { appName });
  onTestFinished(() => client.close());
  const session = client.startSession();
  session.startTransaction();
  await write(client.db(mongodb.database), session);
  return session;
}

it('ends the open transaction of a killed process, so that its memories can be claimed', async () => {
  const store = await open();
  await insert(store, 'mem_1');
  await workersOf(db).insertOne({ _id: 'killed', seenAt: new Date() });
  await leaseTo('killed', 'mem_1', 60_010);
  const ready = [{ _id: memoryKey(accountId, 'mem_1') }, { $set: { status: 'ready' as never } }] as const;
  const session = await leaveOpen('mnema', (db, session) =>
    collectionOf(db, memories).updateOne(...ready, { session }),
  );
  const ofOthers = await leaveOpen('other', (db, session) => db.collection('probes').insertOne({}, { session }));

  const startedAt = performance.now();
  const another = await open();
  await expect.poll(() => claimAny(another)).toMatchObject([{ id: 'mem_1', crashCount: 1 }]);
  // MongoDB itself would end the transaction after a minute.
  expect(performance.now() - startedAt).toBeLessThan(45_000);
  await expect(session.commitTransaction()).rejects.toMatchObject({ codeName: 'NoSuchTransaction' });
  await expect(ofOthers.commitTransaction(), 'the transaction of another application').resolves.toBeUndefined();
  expect(await workersOf(db).findOne({ _id: 'killed' })).toBeNull();
});

it('stores one result when a worker that was suspended comes back after another has claimed its memory', async () => {
  const id = 'mem_3';
  const frozen = await open({ beatMs: 60_000, silentMs: 180_000 });
  await insert(frozen, id);
  const [before] = (await claimAny(frozen)).filter((claim) => claim.id === id);
  const [worker = ''] = String((await findMemory(id))?.['leasedBy']).split('/');
  const { matchedCount } = await workersOf(db).updateOne({ _id: worker }, { $set: { seenAt: new Date(0) } });
  expect(matchedCount).toBe(1);
  const another = await open();
  let after: Claim | undefined;
  await expect
    .poll(async () => {
      after = (await claimAny(another)).find((claim) => claim.id === id);
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
  expect(await failClaims(frozen.memories, [before], { failure, rejected: true, retryAt: null })).toEqual([]);
  expect(await another.memories.get(accountId, id)).toMatchObject({ status: 'ready', failure: null });
  expect(await collectionOf(db, memoryVectors).countDocuments({ accountId, memoryId: id })).toBe(1);
});

it('takes over only after every running process had time for a heartbeat, as after an outage of MongoDB', async () => {
  // After an outage, the first process sees old heartbeats of the others, and expired leases.
  await workersOf(db).insertOne({ _id: 'living', seenAt: new Date(Date.now() - 60_000) });
  const first = await open(patient);
  await insert(first, 'mem_4');
  await leaseTo('living', 'mem_4');
  expect(await claimAny(first), 'the worker may still be running').toEqual([]);

  await setTimeout(1_000);
  await join('living', patient, async () => async () => {});
  await setTimeout(6_500);
  const kept = await findMemory('mem_4');
  expect(kept).toMatchObject({ leasedBy: 'living/1' });
  expect(kept).not.toHaveProperty('crashCount');
  expect(await claimAny(first)).toMatchObject([{ id: 'mem_4', crashCount: 0 }]);
});

it('keeps the leases of a process that starts while another takes over from a crashed one', async () => {
  const store = await open(patient);
  for (const id of ['mem_5', 'mem_6']) await insert(store, id);
  await leaseTo('killed', 'mem_5');
  await workersOf(db).insertOne({ _id: 'killed', seenAt: new Date(0) });
  let hasBegun = false;
  await join('another', quick, async () => {
    const endLeases = await readLeases(store.records);
    return async (isCrashed) => {
      if (!hasBegun) {
        // Nobody takes over from it, because its heartbeat is in the future.
        await workersOf(db).insertOne({ _id: 'begun', seenAt: new Date(Date.now() + 600_000) });
        await leaseTo('begun', 'mem_6');
      }
      hasBegun = true;
      await endLeases(isCrashed);
    };
  });
  await expect.poll(() => workersOf(db).findOne({ _id: 'killed' })).toBeNull();
  expect(hasBegun).toBe(true);
  const handedOn = await findMemory('mem_5');
  expect(handedOn).toMatchObject({ crashCount: 1 });
  expect(handedOn).not.toHaveProperty('leasedBy');
  const begun = await findMemory('mem_6');
  expect(begun).toMatchObject({ leasedBy: 'begun/1' });
  expect(begun).not.toHaveProperty('crashCount');
});
