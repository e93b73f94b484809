import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createStoresInMemory } from '../../../test/create-stores-in-memory.ts';
import { makeIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import { finishAll, insertMemory } from '../../../test/store-steps.ts';
import type { Stores } from '../../app/services/open-store.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { startReembedding } from './reembed.ts';
import { createPlainTextProbe } from './worker-run.ts';

const now = Date.UTC(2026, 10, 21);
const outage = new EmbedderError('away', { retryable: true });
const rejection = new EmbedderError('not this one', { retryable: false });
let store: Stores;
beforeEach(async () => {
  store = await createStoresInMemory({ accounts: ['acct_ana'] });
});

async function write(...texts: string[]): Promise<void> {
  const { memories } = store;
  for (const text of texts) await insertMemory(memories, makePendingMemory(text, now), makeIndex([]));
  await finishAll(memories, { embedderId: 'old', vector: new Float32Array([1, 0]), now });
}
const left = () => store.memories.countStale('new');
/** Claims stale memories a long time later. @returns their attempts */
async function attemptsLater(): Promise<number[]> {
  const limits = { limit: 9, characters: 99, leaseMs: 1, quarantineAfter: 9 };
  const later = { purpose: 'reembed', embedderId: 'new', now: Number.MAX_SAFE_INTEGER / 2 } as const;
  return (await store.memories.claim({ ...limits, ...later })).map(({ attempts }) => attempts);
}

function start(
  embed: (texts: readonly string[]) => Promise<unknown>,
  // The first waits take no time; the one after `maxWaits` lasts until re-embedding stops.
  { isBusy = (): boolean => false, textsPerMinute = null as number | null, maxWaits = 2 ** 30 } = {},
) {
  let clock = now;
  const waits: number[] = [];
  const embedder: Embedder = {
    ...{ id: 'new', textsPerCall: 16, maxQueryCharacters: 3_000, dimensions: 2, cosineBand: { low: 0, high: 1 } },
    async embedDocuments(texts) {
      await embed(texts);
      return texts.map(() => new Float32Array([0, 1]));
    },
    embedQuery: async () => new Float32Array([0, 1]),
    close: async () => {},
  };
  const events = {
    ...{ began: vi.fn(), reembedded: vi.fn(), gaveUp: vi.fn(), postponed: vi.fn() },
    ...{ finished: vi.fn(), stumbled: vi.fn() },
  };
  const reembedding = startReembedding({
    store: store.memories,
    embedder,
    problemWithAll: createPlainTextProbe(embedder, { now: () => clock }),
    clock: {
      // Postponed memories are due again at each call.
      now() {
        clock += 30 * 60_000;
        return clock;
      },
    },
    random: () => 0,
    textsPerMinute,
    isBusy,
    untilDone: true,
    events,
    wait: (ms, options) => {
      waits.push(ms);
      return sleep(waits.length > maxWaits ? 2 ** 30 : 1, undefined, options);
    },
  });
  onTestFinished(() => reembedding.stop());
  return { reembedding, events, waits };
}

it('ends when no memory is stale', async () => {
  await write(...Array.from({ length: 70 }, (_, at) => `note ${at}`));
  const { reembedding, events } = start(async () => {});
  await reembedding.ended;
  expect(await left()).toBe(0);
  expect(events.began).toHaveBeenCalledExactlyOnceWith(70);
  expect(events.reembedded.mock.calls.flat()).toEqual([32, 32, 6]);
  expect(events.stumbled).not.toHaveBeenCalled();
});

it('gives up a text that is always rejected, and re-embeds the others', async () => {
  await write('good', 'poison', 'also good');
  let calls = 0;
  const { reembedding, events } = start(async ([text]) => {
    if (text !== 'poison') return;
    calls++;
    throw rejection;
  });
  await expect.poll(left, { timeout: 20_000 }).toBeLessThan(2);
  await reembedding.ended;
  expect(calls).toBe(4);
  expect(events.gaveUp).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^mem_/), 'not this one');
  expect(await left()).toBe(0);
});

it('gives no memory up while the embedder rejects every text alike', async () => {
  await write('one', 'two');
  const reject = async () => {
    throw rejection;
  };
  const { events } = start(reject, { maxWaits: 0 });
  await expect.poll(() => events.postponed.mock.calls.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(1);
  expect(events.gaveUp).not.toHaveBeenCalled();
  expect(new Set(await attemptsLater())).toEqual(new Set([1]));
});

it('waits longer with each outage, and counts none against a memory', async () => {
  await write('one');
  const fail = async () => {
    throw outage;
  };
  const { events } = start(fail, { maxWaits: 1 });
  await expect.poll(() => events.postponed.mock.calls.length, { timeout: 15_000 }).toBe(2);
  const postponed = events.postponed.mock.calls.map(([{ message }, pauseMs]) => `${message} ${pauseMs}`);
  expect(postponed).toEqual(['away 4000', 'away 8000']);
  expect(await left()).toBe(1);
});

it('releases the memories under way when it stops, without waiting for the embedder', async () => {
  await write('one', 'two');
  const embed = vi.fn(() => new Promise(() => {}));
  const { reembedding } = start(embed);
  await expect.poll(() => embed.mock.calls.length, { timeout: 15_000 }).toBe(2);
  await reembedding.stop();
  expect(await attemptsLater()).toEqual([1, 1]);
});

it('stops without waiting for the probe of a plain text', async () => {
  await write('one');
  const embed = vi.fn(([text]: readonly string[]) =>
    text === 'one' ? Promise.reject(rejection) : new Promise(() => {}),
  );
  const { reembedding } = start(embed);
  await expect.poll(() => embed.mock.calls.length, { timeout: 15_000 }).toBe(2);
  await reembedding.stop();
  expect(await attemptsLater()).toEqual([1]);
});

it('lets new writes go first', async () => {
  await write('one');
  let polls = 0;
  const isBusy = () => ++polls <= 20;
  const embed = vi.fn(async () => expect(polls).toBeGreaterThan(20));
  const { reembedding } = start(embed, { isBusy });
  await reembedding.ended;
  expect(embed).toHaveBeenCalledOnce();
});

it('embeds no more texts in a minute than configured', async () => {
  await write(...Array.from({ length: 64 }, (_, at) => `note ${at}`));
  const startedAt = performance.now();
  const { reembedding, waits } = start(async () => {}, { textsPerMinute: 1_920 });
  await reembedding.ended;
  const waitedMs = waits.reduce((sum, ms) => sum + ms);
  expect(performance.now() - startedAt + waitedMs).toBeGreaterThanOrEqual(1_950);
});
