import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createInProcessQueue } from '../../src/adapters/in-process/create-ingest-queue.ts';
import { createCohereDialect } from '../../src/adapters/provider/create-cohere-dialect.ts';
import { createRemoteEmbedder } from '../../src/adapters/provider/create-remote-embedder.ts';
import { startIngest } from '../../src/domain/ingest/ingest.ts';
import type { MemoryStore } from '../../src/domain/memories/memory-store.ts';
import type { IngestQueue } from '../../src/ports/ingest-queue.ts';
import { addAccount } from '../account-steps.ts';
import { createStoresInMemory } from '../create-stores-in-memory.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { insertMemory } from '../store-steps.ts';
import { startCohereStandIn } from './cohere-stand-in.ts';
import type { StandIn } from './stand-in.ts';

const ana = 'acct_ana';

describe('ingest with a provider that takes 100 ms a call', () => {
  let standIn: StandIn;
  let store: MemoryStore;
  let queue: IngestQueue;
  beforeEach(async () => {
    standIn = await startCohereStandIn();
    onTestFinished(() => standIn.close());
    standIn.latency.perRequest = 100;
    standIn.latency.perText = 0;
    const opened = await createStoresInMemory({ now: Date.now });
    store = opened.memories;
    await addAccount(opened.records, makeAccount(ana, { plan: 'growth' }));
    queue = createInProcessQueue();
  });

  function startWorker(): void {
    const { key: apiKey, url: baseUrl } = standIn;
    const embedder = createRemoteEmbedder(createCohereDialect({ apiKey, baseUrl }), {
      model: 'embed-v4.0',
      dimensions: 256,
    });
    const ingest = startIngest({
      store,
      embedder,
      problemWithAll: () => expect.fail('a text was refused'),
      startInference: null,
      queue,
      clock: { now: Date.now },
      random: () => 0.5,
      events: {
        completed: () => {},
        postponed: (id, failure) => expect.fail(`${id}: ${failure.message}`),
        fellBack: () => {},
        stumbled: (error) => expect.fail(String(error)),
      },
    });
    onTestFinished(async () => {
      await ingest.stop();
      await embedder.close();
    });
  }
  async function write(id: string): Promise<void> {
    const memory = makePendingMemory(`this is what ${id} says`, Date.now(), { id });
    expect(await insertMemory(store, memory, makeIndex(['this']))).toEqual({ kind: 'written' });
    queue.announce(id);
  }
  const writeMany = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => write(`mem_${at}`)));
  const sizes = () => standIn.requests.map(({ body }) => (body as { texts: string[] }).texts.length);
  const pending = async () => (await store.backlog()).pending;

  it('sends 200 waiting memories in three calls', async () => {
    await writeMany(200);
    startWorker();
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
    expect(sizes()).toEqual([96, 96, 8]);
  });

  it('goes on with full calls when more wait than are taken at once', async () => {
    await writeMany(1_500);
    startWorker();
    await expect.poll(pending, { timeout: 15_000 }).toBe(0);
    expect(sizes().reduce((sum, size) => sum + size)).toBe(1_500);
    expect(sizes().length, `${sizes()}`).toBeLessThanOrEqual(Math.ceil(1_500 / 96) + 1);
  });

  it('sends a single write at once, also while another is under way', async () => {
    standIn.latency.perRequest = 2_000;
    startWorker();
    await write('mem_first');
    await expect.poll(sizes, { timeout: 1_000, interval: 5 }).toEqual([1]);
    await write('mem_second');
    await expect.poll(sizes, { timeout: 1_000, interval: 5 }).toEqual([1, 1]);
    expect(await store.get(ana, 'mem_first')).toMatchObject({ status: 'pending' });
  });
});
