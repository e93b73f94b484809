import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { type AtlasProxy, startAtlasProxy } from '../../../../test/mongodb/start-atlas-proxy.ts';
import { type Mongod, startMongod } from '../../../../test/mongodb/start-mongod.ts';
import { type MongodbStores, openMongodbStores } from '../../../../test/open-stores.ts';
import { claimAll, insertMemory, unlimited } from '../../../../test/store-steps.ts';
import type { Claim } from '../../../domain/memories/claim.ts';
import { memories } from '../../../domain/memories/kinds.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { collectionOf } from '../records/stored-documents.ts';
import { memoryKey } from '../search/search-documents.ts';
import { workersOf } from './workers.ts';

const accountId = 'acct_ana';
let mongod: Mongod;
let proxy: AtlasProxy;
let direct: MongoClient;
let store: MongodbStores;
beforeAll(async () => {
  mongod = await startMongod();
  proxy = await startAtlasProxy(mongod);
  direct = await MongoClient.connect(`mongodb://127.0.0.1:${mongod.port}/?directConnection=true`);
  store = await openMongodbStores(proxy.uri, { onError: () => {} });
  for (const id of [accountId, 'acct_cut']) await addAccount(store.records, makeAccount(id));
});
afterAll(async () => {
  await store?.close();
  await direct?.close();
  await proxy?.close();
  await mongod?.stop();
});

function insert(id: string, record?: Parameters<typeof insertMemory>[4], of = accountId) {
  const memory = makePendingMemory('boat', 1, { id, accountId: of });
  return insertMemory(store.memories, memory, makeIndex(['boat']), unlimited, record);
}

const probe = async () => (await Promise.allSettled([store.memories.probe()]))[0]?.status;
const untilUp = () => expect.poll(probe, { timeout: 60_000 }).toBe('fulfilled');

async function claimOne(): Promise<Claim> {
  const id = `mem_${randomUUID()}`;
  await insert(id);
  return (await claimAll(store.memories)).find((claim) => claim.id === id) as Claim;
}

/** Writes until `stop` is called. Each write has an Idempotency-Key and is repeated until it is acknowledged. */
function startWriter(name: string) {
  const acknowledged: string[] = [];
  let going = true;
  const ended = (async () => {
    for (let n = 0; going; n++) {
      const id = `mem_${name}${String(n).padStart(20, '0')}`;
      const idempotencyRecord = { key: id, fingerprint: 'print', body: id, subjectId: null, expiresAt: 2 ** 42 };
      for (let written = false; !written; ) {
        try {
          const { kind } = await insert(id, idempotencyRecord);
          written = kind === 'written' || kind === 'replayed';
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
        }
      }
      acknowledged.push(id);
    }
  })();
  return {
    acknowledged,
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
  const more = async (min: number) => {
    const before = count();
    await until(() => count() >= before + min);
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
  const { memories } = await store.memories.list({ scope: { accountId }, limit: 100_000 });
  expect(memories.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  expect(await store.records.query(accountId, 'usage', { accountId, month: unlimited.month })).toMatchObject({
    memoryWrites: acknowledged.length,
  });
});

it('rejects calls while MongoDB cannot be reached, and works again afterwards', async () => {
  proxy.setDown(true);
  const rejected = await store.memories.list({ scope: { accountId }, limit: 1 }).catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(StoreUnavailableError);
  // The message is shown to customers, and so names no address.
  expect((rejected as Error).message).toBe('MongoDB cannot be reached, or the connection broke');
  await expect(store.memories.probe()).rejects.toBeInstanceOf(StoreUnavailableError);
  proxy.setDown(false);
  await untilUp();
});

it('rejects calls within seconds while MongoDB accepts connections and does not respond, and works again afterwards', async () => {
  process.kill(mongod.pid(), 'SIGSTOP');
  onTestFinished(() => void process.kill(mongod.pid(), 'SIGCONT'));
  const startedAt = performance.now();
  const calls = [insert('mem_hanging'), store.memories.list({ scope: { accountId }, limit: 1 })];
  const rejected = { status: 'rejected', reason: expect.any(StoreUnavailableError) };
  expect(await Promise.allSettled(calls)).toMatchObject([rejected, rejected]);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  process.kill(mongod.pid(), 'SIGCONT');
  await untilUp();
});

it('claims memories again at once when the connection broke during the claim', async () => {
  await insert('mem_cut', undefined, 'acct_cut');
  const now = Date.now();
  const claim = () => claimAll(store.memories, { now });
  proxy.goDownAfter('commitTransaction');
  await expect(claim()).rejects.toBeInstanceOf(StoreUnavailableError);
  proxy.setDown(false);
  await untilUp();
  const document = await collectionOf(direct.db('mnema'), memories).findOne({ _id: memoryKey('acct_cut', 'mem_cut') });
  expect(document).toMatchObject({ attempts: 1, leasedBy: expect.any(String) });
  expect((await claim()).find(({ id }) => id === 'mem_cut')).toMatchObject({ attempts: 1 });
});

it('makes the memories of a crashed process due for others', async () => {
  const claim = await claimOne();
  // Closing removes the entry of the process, as MongoDB does some time after a crash.
  await store.close();
  const workerTimes = { beatMs: 500, silentMs: 2_500 };
  store = await openMongodbStores(proxy.uri, { now: () => 5, workerTimes, onError: () => {} });
  await expect
    .poll(() => store.memories.get(accountId, claim.id), { timeout: 30_000 })
    .toMatchObject({ status: 'pending', nextAttemptAt: 5 });
});

it('does not take over from a process that reconnects later than others after an outage', async () => {
  const claim = await claimOne();
  const workers = workersOf(direct.db('mnema'));
  const stored = collectionOf(direct.db('mnema'), memories);
  const _id = memoryKey(accountId, claim.id);
  await workers.insertOne({ _id: 'later', seenAt: new Date() });
  await stored.updateOne({ _id }, { $set: { leasedBy: 'later/1' } as never });
  proxy.setDown(true);
  await setTimeout(3_000);
  await workers.updateOne({ _id: 'later' }, { $set: { seenAt: new Date(Date.now() - 60_000) } });
  proxy.setDown(false);
  await untilUp();
  await setTimeout(1_000);
  expect(await stored.findOne({ _id })).toMatchObject({ leasedBy: 'later/1' });
});
