import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createBullQueue } from '../../src/adapters/bull/create-ingest-queue.ts';
import { startIngest } from '../../src/domain/ingest/ingest.ts';
import { createPlainTextProbe } from '../../src/domain/ingest/worker-run.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { addAccount } from '../account-steps.ts';
import { createTestStore } from '../create-test-store.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { insertMemory } from '../store-steps.ts';
import { startRedis } from './start-redis.ts';

const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const imported = 1_500;
const providerMs = 100;

/** Takes its time as a provider does, and notes what it was given. */
function createSlowEmbedder(): Embedder & { texts: string[] } {
  const texts: string[] = [];
  return {
    id: 'slow@1',
    dimensions: 4,
    cosineBand: { low: 0, high: 1 },
    textsPerCall: 16,
    maxQueryCharacters: 3_000,
    texts,
    async embedDocuments(given) {
      texts.push(...given);
      await pause(providerMs);
      return given.map(() => new Float32Array([1, 0, 0, 0]));
    },
    embedQuery: async () => new Float32Array([1, 0, 0, 0]),
    close: async () => {},
  };
}

it('two workers share an import, embed nothing twice, and make the single memory of another account ready within two seconds', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const store = await createTestStore();
  onTestFinished(() => store.close());
  for (const id of ['acct_import', 'acct_single']) {
    await addAccount(store.records, makeAccount(id, { plan: 'growth' }));
  }
  const problems: unknown[] = [];
  const prefix = randomUUID();
  const startWorker = () => {
    const queue = createBullQueue({ url: redis.url, prefix, onError: (error) => problems.push(error) });
    const embedder = createSlowEmbedder();
    const nothing = () => {};
    const stumbled = (error: unknown) => problems.push(error);
    const events = { completed: nothing, postponed: nothing, fellBack: nothing, stumbled };
    const clock = { now: Date.now };
    const ingest = startIngest({
      store: store.memories,
      embedder,
      problemWithAll: createPlainTextProbe(embedder, clock),
      startInference: null,
      queue,
      clock,
      random: () => 0.5,
      events,
    });
    onTestFinished(async () => {
      await ingest.stop();
      await queue.close();
    });
    return embedder;
  };
  const embedders = [startWorker(), startWorker()];
  const producer = createBullQueue({ url: redis.url, prefix, onError: (error) => problems.push(error) });
  onTestFinished(() => producer.close());
  await expect.poll(() => producer.problem(), { timeout: 10_000 }).toBeNull();

  async function write(accountId: string, id: string): Promise<void> {
    const memory = makePendingMemory(`text of ${id}`, Date.now(), { id, accountId, userId: accountId });
    expect(await insertMemory(store.memories, memory, makeIndex(['text']), unlimited)).toEqual({ kind: 'written' });
    producer.announce(id);
  }
  const importing = Promise.all(
    Array.from({ length: imported }, (_, index) => write('acct_import', `mem_import_${index}`)),
  );
  await importing;
  const startedAt = performance.now();
  await write('acct_single', 'mem_single');
  await expect
    .poll(() => store.memories.get('acct_single', 'mem_single'), { timeout: 10_000, interval: 10 })
    .toMatchObject({ status: 'ready' });
  const singleMs = performance.now() - startedAt;
  const behind = (await store.memories.backlog()).pending;
  await expect.poll(async () => (await store.memories.backlog()).pending, { timeout: 20_000 }).toBe(0);

  expect(singleMs).toBeLessThan(2_000);
  expect(behind, 'the import was over before: this showed nothing').toBeGreaterThan(0);
  const shares = embedders.map(({ texts }) => texts.length);
  expect(Math.min(...shares), `shares ${shares}`).toBeGreaterThan(imported / 5);
  expect(new Set(embedders.flatMap(({ texts }) => texts)).size).toBe(imported + 1);
  expect(shares.reduce((sum, share) => sum + share)).toBe(imported + 1);
  expect(problems).toEqual([]);
}, 120_000);
