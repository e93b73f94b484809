import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { type AtlasProxy, startAtlasProxy } from '../../../../test/mongodb/start-atlas-proxy.ts';
import { type Mongod, startMongod } from '../../../../test/mongodb/start-mongod.ts';
import { insertMemory } from '../../../../test/store-steps.ts';
import type { Claim } from '../../../ports/memory-store.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { type MongodbStore, openMongodbStore } from '../open-store.ts';
import { collectionsOf, memoryKey } from '../schema/documents.ts';

const month = Date.UTC(2026, 10);
const ownerId = 'acct_ana';
const allowance = { month, memoryWrites: null, endUsers: null, projects: null };

let mongod: Mongod;
let proxy: AtlasProxy;
let store: MongodbStore;
beforeAll(async () => {
  mongod = await startMongod();
  proxy = await startAtlasProxy(mongod);
  store = await openMongodbStore(proxy.uri, { dimensions: 8, now: Date.now, onError: () => {} });
  const limits = { memoryWrites: null, memorySearches: null, endUsers: null };
  const account = { id: ownerId, email: 'ana@example.org', phone: null, plan: 'free' as const, limits, createdAt: 0 };
  await store.accounts.createAccount(account, 'hash');
});
afterAll(async () => {
  await store?.close();
  await proxy?.close();
  await mongod?.stop();
});

async function claimOne(): Promise<Claim> {
  const id = `mem_${randomUUID()}`;
  await insertMemory(store.memories, makePendingMemory('boat', 1, { id, ownerId }), makeIndex(['boat']), allowance);
  const most = {
    limit: 10_000,
    characters: 1e9,
    extractions: 0,
    purpose: 'ingest' as const,
    quarantineAfter: 3,
    quarantined: false,
  };
  const claims = await store.memories.claim({ ...most, now: Date.now(), leaseMs: 600_000 });
  return claims.find((claim) => claim.id === id) as Claim;
}

/** Writes until told to stop, each with an Idempotency-Key and again until it is acknowledged. */
function startWriter(name: string) {
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  let going = true;
  const ended = (async () => {
    for (let n = 0; going; n++) {
      const id = `mem_${name}${String(n).padStart(20, '0')}`;
      const response = { fingerprint: 'print', status: 202, location: null, body: id };
      const once = { key: id, response, createdAt: 1, expiresAt: 2 ** 40 };
      for (let written = false; !written; ) {
        try {
          const { kind } = await insertMemory(
            store.memories,
            makePendingMemory('boat', 1, { id, ownerId }),
            makeIndex(['boat']),
            allowance,
            once,
          );
          written = kind === 'written' || kind === 'replayed';
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          refusals.add(error.message);
        }
      }
      acknowledged.push(id);
    }
  })();
  return {
    acknowledged,
    refusals,
    async stop() {
      going = false;
      await ended;
    },
  };
}

const until = (holds: () => boolean) => expect.poll(holds, { timeout: 60_000, interval: 20 }).toBe(true);

it('loses and doubles nothing while the server is killed and connections are cut', async () => {
  const writers = ['a', 'b', 'c'].map(startWriter);
  const count = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const more = async (least: number) => {
    const before = count();
    await until(() => count() >= before + least);
  };
  for (let round = 0; round < 2; round++) {
    await more(30);
    await mongod.kill();
    await mongod.start();
    await more(30);
    for (let cut = 0; cut < 5; cut++) {
      proxy.cut();
      await more(5);
    }
  }
  await Promise.all(writers.map((writer) => writer.stop()));
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  const { memories } = await store.memories.list({ scope: { ownerId }, limit: 100_000 });
  expect(memories.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  expect(await store.usage.usage(ownerId, month)).toMatchObject({ memoryWrites: acknowledged.length });
});

it('refuses while MongoDB can not be reached, and works again by itself when it can', async () => {
  proxy.setDown(true);
  const refused = await store.memories.list({ scope: { ownerId }, limit: 1 }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreUnavailableError);
  // It is shown to customers, and names no address.
  expect((refused as Error).message).toBe('MongoDB can not be reached, or the connection broke');
  await expect(store.memories.probe()).rejects.toBeInstanceOf(StoreUnavailableError);
  proxy.setDown(false);
  await expect.poll(() => store.memories.probe().then(() => true), { timeout: 30_000 }).toBe(true);
});

it('refuses within seconds while MongoDB takes connections and does not answer, and goes on when it does', async () => {
  process.kill(mongod.pid(), 'SIGSTOP');
  onTestFinished(() => void process.kill(mongod.pid(), 'SIGCONT'));
  const startedAt = performance.now();
  const memory = makePendingMemory('boat', 1, { id: 'mem_hanging', ownerId });
  const [written, read] = await Promise.allSettled([
    insertMemory(store.memories, memory, makeIndex(['boat']), allowance),
    store.memories.list({ scope: { ownerId }, limit: 1 }),
  ]);
  expect([written, read]).toMatchObject([
    { status: 'rejected', reason: expect.any(StoreUnavailableError) },
    { status: 'rejected', reason: expect.any(StoreUnavailableError) },
  ]);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  process.kill(mongod.pid(), 'SIGCONT');
  await expect.poll(() => store.memories.probe().then(() => true), { timeout: 60_000 }).toBe(true);
});

it('hands out again at once what was claimed when the connection broke', async () => {
  await insertMemory(
    store.memories,
    makePendingMemory('boat', 1, { id: 'mem_cut', ownerId: 'acct_cut' }),
    makeIndex(['boat']),
    allowance,
  );
  const now = Date.now();
  const options = {
    limit: 1_000,
    characters: 1e9,
    extractions: 10,
    now,
    leaseMs: 600_000,
    purpose: 'ingest' as const,
    quarantineAfter: 3,
  };
  const claim = () => store.memories.claim({ ...options, quarantined: false });
  await expect
    .poll(() => {
      // Another update of this process may come first.
      proxy.loseAnswerTo('update');
      return claim().catch((error: unknown) => error);
    })
    .toBeInstanceOf(StoreUnavailableError);
  expect((await claim()).map(({ id }) => id)).toContain('mem_cut');
});

it('hands on what a process that ended without a word had under way', async () => {
  const claim = await claimOne();
  // Its name leaves the list, as it does by itself when a process is not seen for some time.
  await store.close();
  const workerTimes = { beatMs: 500, silentMs: 2_500 };
  store = await openMongodbStore(proxy.uri, { dimensions: 8, now: () => 5, workerTimes, onError: () => {} });
  await expect
    .poll(() => store.memories.get(ownerId, claim.id), { timeout: 30_000 })
    .toMatchObject({ status: 'pending', nextAttemptAt: 5 });
});

it('takes nobody for ended because of an outage, who comes back later than others', async () => {
  const claim = await claimOne();
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${mongod.port}/?directConnection=true`);
  onTestFinished(() => client.close());
  const { memories, workers } = collectionsOf(client.db('mnema'));
  const _id = memoryKey(ownerId, claim.id);
  await workers.insertOne({ _id: 'later', seenAt: new Date() });
  await memories.updateOne({ _id }, { $set: { leasedBy: 'later' } });
  proxy.setDown(true);
  await setTimeout(3_000);
  await workers.updateOne({ _id: 'later' }, { $set: { seenAt: new Date(Date.now() - 60_000) } });
  proxy.setDown(false);
  await expect
    .poll(
      () =>
        store.memories.probe().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  await setTimeout(1_000);
  expect(await memories.findOne({ _id })).toMatchObject({ leasedBy: 'later' });
});
