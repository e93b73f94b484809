import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStoresInMemory } from '../../../test/create-stores-in-memory.ts';
import { makeIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import { insertMemory } from '../../../test/store-steps.ts';
import { createInProcessQueue } from '../../adapters/in-process/create-ingest-queue.ts';
import { createIngestHealth, type IngestHealth } from '../../observability/ingest-health.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import { ExtractorError } from '../../ports/extractor.ts';
import type { Failure, Memory } from '../../ports/memory.ts';
import { type Commit, toArchive } from '../memories/changes.ts';
import type { Claim } from '../memories/claim.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { startIngest } from './ingest.ts';
import { createPlainTextProbe } from './worker-run.ts';

const start = Date.UTC(2026, 10, 21, 12);
const ana = 'acct_ana';
const minute = 60_000;
const along = () => new Float32Array([1, 0, 0, 0]);

/** Embeds as a test defines, because a real embedder does not fail on demand. */
function createScriptedEmbedder() {
  const calls: string[][] = [];
  const scripted = {
    ...{ id: 'scripted@1', dimensions: 4, cosineBand: { low: 0, high: 1 }, textsPerCall: 16 },
    maxQueryCharacters: 3_000,
    calls,
    embedTexts: async (texts: readonly string[]): Promise<Float32Array[]> => texts.map(along),
    async embedDocuments(texts: readonly string[]) {
      calls.push([...texts]);
      return scripted.embedTexts(texts);
    },
    embedQuery: async () => along(),
    close: async () => {},
  };
  return scripted;
}

const down = async (): Promise<never> => {
  throw new EmbedderError('no answer from the embedder', { retryable: true });
};
const rejecting = (word: string) => async (texts: readonly string[]) => {
  if (texts.some((text) => text.includes(word)))
    throw new EmbedderError('this text broke the model', { retryable: false });
  return texts.map(along);
};
let embedder: ReturnType<typeof createScriptedEmbedder>;
let store: MemoryStore;
let now: number;
let ingest: ReturnType<typeof startIngest>;
let health: IngestHealth;
let postponed: Failure[];
let stumbled: unknown[];
let fellBack: string[];
let startInference: Parameters<typeof startIngest>[0]['startInference'];
let queue: ReturnType<typeof createInProcessQueue>;

beforeEach(async () => {
  ({ memories: store } = await createStoresInMemory({ accounts: [ana], now: () => now }));
  embedder = createScriptedEmbedder();
  now = start;
  [postponed, stumbled, fellBack, startInference] = [[], [], [], null];
  health = createIngestHealth({ now: () => now });
  queue = createInProcessQueue();
  ingest = begin();
});
afterEach(() => ingest.stop());

function begin(
  pauses: Pick<Parameters<typeof startIngest>[0], 'claimPauseMs' | 'wait'> = {},
): ReturnType<typeof startIngest> {
  // What ends after its test belongs to that test.
  const [ofPostponed, ofFallbacks, ofStumbles] = [postponed, fellBack, stumbled];
  return startIngest({
    ...pauses,
    store,
    embedder,
    problemWithAll: createPlainTextProbe(embedder, { now: () => now }),
    startInference,
    queue,
    clock: { now: () => now },
    random: () => 0.5,
    events: {
      completed: () => health.completed(),
      postponed: (_id, failure) => ofPostponed.push(failure),
      fellBack: (_id, reason) => ofFallbacks.push(reason),
      stumbled: (error) => ofStumbles.push(error),
    },
  });
}
async function write(id: string, text = 'the boat leaves at noon', changes: Partial<Memory> = {}): Promise<void> {
  const memory = makePendingMemory(text, now, { id, ...changes });
  await insertMemory(store, memory, makeIndex(text.split(' ')));
  queue.announce(id);
}
/** Lets time pass once all attempts have ended, and announces the memory again. */
async function later(ms: number, id = 'mem_1'): Promise<void> {
  await expect.poll(() => ingest.isBusy()).toBe(false);
  now += ms;
  queue.announce(id);
}
const becomes = (id: string, state: Partial<Memory>) => expect.poll(() => store.get(ana, id)).toMatchObject(state);

it('lets memories written during the pause after a claim share the next claim', async () => {
  await ingest.stop();
  const claim = vi.spyOn(store, 'claim');
  const pauses: PromiseWithResolvers<void>[] = [];
  ingest = begin({
    claimPauseMs: 20,
    wait(ms, { signal }) {
      expect(ms).toBe(20);
      const pause = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => pause.resolve());
      pauses.push(pause);
      return pause.promise;
    },
  });
  await expect.poll(() => pauses.length).toBe(1);
  await write('mem_1', 'ask @ana about https://example.org/boats');
  await write('mem_2', 'the train leaves at nine');
  expect(claim).toHaveBeenCalledTimes(1);
  pauses[0]?.resolve();
  await becomes('mem_1', { status: 'ready' });
  await becomes('mem_2', { status: 'ready' });
  expect(claim).toHaveBeenCalledTimes(2);
  expect((await store.get(ana, 'mem_1'))?.entities).toContainEqual({ name: '@ana', kind: 'handle' });
});

it('hands a long text over in slices, so that short ones are not kept waiting', async () => {
  const long = Array.from({ length: 2_000 }, (_, i) => `Sentence number ${i} is here.`).join(' ');
  await write('mem_long', long);
  await becomes('mem_long', { status: 'ready' });
  expect(embedder.calls.length).toBeGreaterThan(3);
  expect(Math.max(...embedder.calls.map((texts) => texts.length))).toBeLessThanOrEqual(16);
});

it('keeps a memory pending through an outage, shows the failure, and makes it ready afterwards', async () => {
  embedder.embedTexts = down;
  await write('mem_1');
  const failure = { code: 'embedder_unavailable', message: 'no answer from the embedder' };
  await becomes('mem_1', { status: 'pending', attempts: 1, failure, nextAttemptAt: start + 1_000 });
  expect(postponed).toEqual([failure]);

  await later(1_000);
  await becomes('mem_1', { attempts: 2, nextAttemptAt: start + 3_000 });

  embedder.embedTexts = async (texts) => texts.map(along);
  await later(2_000);
  await becomes('mem_1', { status: 'ready', failure: null });
  expect(health.reasons(await store.backlog())).toEqual([]);
});

describe('with a language model', () => {
  const modelDown = { code: 'extractor_unavailable', message: 'no answer from the model' };
  const away = async (): Promise<never> => {
    throw new ExtractorError('no answer from the model', { retryable: true });
  };
  const nothingFound = async (claim: Claim): Promise<Commit> => {
    const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
    return { accountId: claim.accountId, changes: [toArchive(claim, { outcome: 'nothing_to_store', extraction })] };
  };
  const asItIs = { outcome: 'stored', infer: false, metadata: { infer_fallback_reason: 'llm_failed' } } as const;
  let infer: (claim: Claim) => Promise<Commit>;
  let embedded: string[];
  let started: number;
  beforeEach(async () => {
    await ingest.stop();
    embedded = [];
    started = 0;
    startInference = () => {
      started++;
      return (claim) => {
        embedded.push(claim.id);
        return infer(claim);
      };
    };
    ingest = begin();
  });

  it('keeps a memory pending for a day of an outage of the model, tries ever less often, and then stores the text as it is', async () => {
    infer = away;
    await write('mem_1', undefined, { infer: true });
    const pauses = [];
    const oneMomentBefore = start + 24 * 60 * minute - 1;
    for (let attempts = 1; now < oneMomentBefore; attempts++) {
      // While an attempt is under way, the failure of the one before is still shown.
      await expect.poll(() => postponed.length).toBe(attempts);
      await becomes('mem_1', { status: 'pending', infer: true, attempts, failure: modelDown });
      const next = (await store.get(ana, 'mem_1'))?.nextAttemptAt as number;
      pauses.push(next - now);
      now = attempts < 12 ? next : oneMomentBefore;
      queue.announce('mem_1');
    }
    await becomes('mem_1', { status: 'pending', attempts: pauses.length + 1 });
    expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(pauses.at(-1)).toBe(5 * minute);
    expect(fellBack).toEqual([]);
    await later(10 * minute);
    await becomes('mem_1', { status: 'ready', ...asItIs });
    expect(fellBack).toEqual(['no answer from the model']);
    expect(stumbled).toEqual([]);
  });

  it('stores the text as it is at once when the model rejects it', async () => {
    infer = async () => {
      throw new ExtractorError('the model does not take this text', { retryable: false });
    };
    await write('mem_1', undefined, { infer: true });
    await becomes('mem_1', { status: 'ready', ...asItIs });
    expect([embedded, postponed]).toEqual([['mem_1'], []]);
  });

  it('stores the text as it is, not as failed, when others keep changing what its facts complete for a day', async () => {
    infer = async (claim) => ({ ...(await nothingFound(claim)), guards: [{ id: 'mem_gone', version: 1 }] });
    await write('mem_1', undefined, { infer: true });
    await becomes('mem_1', { status: 'pending', failure: { ...modelDown, message: expect.any(String) } });
    expect(embedded).toHaveLength(5);
    await later(24 * 60 * minute);
    await becomes('mem_1', { status: 'ready', ...asItIs });
  });

  it('embeds other memories while the model does not respond', async () => {
    const response = Promise.withResolvers<void>();
    infer = (claim) => response.promise.then(() => nothingFound(claim));
    for (let n = 0; n < 20; n++) {
      await write(`mem_long_${n}`, 'a long text '.repeat(1_000), { infer: true, userId: `user_${n}` });
    }
    await expect.poll(() => embedded.length).toBe(16);
    for (let n = 0; n < 100; n++) await write(`mem_${n}`);
    for (let n = 0; n < 100; n++) await becomes(`mem_${n}`, { status: 'ready' });
    expect(embedded).toHaveLength(16);
    response.resolve();
    await expect.poll(() => store.backlog()).toMatchObject({ pending: 0 });
  });

  it('reports that the embedder rejects every text when that is why facts cannot be compared', async () => {
    embedder.embedTexts = rejecting('');
    infer = async () => {
      throw new EmbedderError('facts cannot be compared by semantic search', { retryable: true });
    };
    await write('mem_1', undefined, { infer: true });
    const message = expect.stringContaining('not even a plain text');
    await becomes('mem_1', { status: 'pending', failure: { code: 'embedder_unavailable', message } });
  });

  it('keeps the response of the model while its facts cannot be compared', async () => {
    infer = async () => down();
    await write('mem_1', undefined, { infer: true });
    for (let attempts = 1; attempts <= 4; attempts++) {
      await becomes('mem_1', { attempts, failure: { code: 'embedder_unavailable', message: expect.any(String) } });
      if (attempts === 4) infer = nothingFound;
      await later(((await store.get(ana, 'mem_1'))?.nextAttemptAt as number) - now);
    }
    await becomes('mem_1', { status: 'ready', outcome: 'nothing_to_store' });
    expect([started, embedded.length]).toEqual([1, 5]);
  });
});

it.each([
  ['the embedder rejects', 'this text broke the model', 0],
  ['crashes the embedding code, and reports each error', 'the server failed to process this text', 4],
])('gives up after five attempts on a text that %s, and on no other', async (_, message, errors) => {
  embedder.embedTexts = async (texts) => {
    if (errors > 0 && texts.includes('poison')) throw new TypeError('a bug');
    return rejecting('poison')(texts);
  };
  await write('mem_bad', 'poison');
  await write('mem_good');
  await becomes('mem_good', { status: 'ready' });
  for (let attempt = 1; attempt < 5; attempt++) {
    await becomes('mem_bad', { status: 'pending', attempts: attempt });
    await expect.poll(() => postponed.length).toBe(attempt);
    await later(minute, 'mem_bad');
  }
  const failure = { code: 'embedding_failed', message };
  await becomes('mem_bad', { status: 'failed', attempts: 5, failure });
  expect(stumbled.length).toBeGreaterThanOrEqual(errors);
});

it('counts no rejection against a memory while every text is rejected alike, and reports the reason', async () => {
  embedder.embedTexts = rejecting('');
  await write('mem_1');
  for (let attempt = 1; attempt <= 8; attempt++) {
    await expect.poll(() => postponed.length).toBe(attempt);
    await later(10 * minute);
  }
  const message = expect.stringMatching(
    /^this text broke the model, not even a plain text: check the configured model and dim/,
  );
  await becomes('mem_1', { status: 'pending', failure: { code: 'embedder_unavailable', message } });
  expect(new Set(postponed.map(({ code }) => code))).toEqual(new Set(['embedder_unavailable']));
  embedder.embedTexts = rejecting('poison');
  await later(10 * minute);
  await becomes('mem_1', { status: 'ready', failure: null });
});

it('probes with a plain text once when many texts are rejected, and again after a while', async () => {
  embedder.embedTexts = rejecting('poison');
  for (let at = 0; at < 30; at++) await write(`mem_${at}`, 'poison');
  const probes = () => embedder.calls.filter(([text]) => text === 'A plain text.').length;
  await expect.poll(() => postponed.length).toBe(30);
  expect(probes()).toBe(1);
  await later(11_000);
  await expect.poll(() => postponed.length).toBe(60);
  expect(probes()).toBe(2);
});

it('does not fail a memory for a setting that went wrong after texts were rejected for good reasons', async () => {
  embedder.embedTexts = rejecting('poison');
  await write('mem_bad', 'poison');
  await expect.poll(() => postponed.length).toBe(1);
  embedder.embedTexts = rejecting('');
  now += 100;
  await write('mem_1');
  for (let attempt = 1; attempt <= 5; attempt++) {
    await expect.poll(async () => (await store.get(ana, 'mem_1'))?.attempts).toBe(attempt);
    await expect.poll(async () => (await store.get(ana, 'mem_1'))?.nextAttemptAt).toBeLessThan(now + minute / 2);
    await later(((await store.get(ana, 'mem_1'))?.nextAttemptAt ?? 0) - now);
  }
  await becomes('mem_1', { status: 'pending', failure: expect.objectContaining({ code: 'embedder_unavailable' }) });
});

it('does not count the attempts of an outage as rejections of the text', async () => {
  embedder.embedTexts = down;
  await write('mem_1');
  for (let attempt = 1; attempt <= 6; attempt++) {
    await expect.poll(() => postponed.length).toBe(attempt);
    await later(10 * minute);
  }
  embedder.embedTexts = rejecting('the boat leaves at noon');
  await later(10 * minute);
  await expect.poll(() => postponed.at(-1)?.code).toBe('embedding_failed');
  expect(await store.get(ana, 'mem_1')).toMatchObject({ status: 'pending' });
});

it('retries a memory that waited for days without a process, even if the embedder is down at first', async () => {
  await ingest.stop();
  await write('mem_1');
  now += 3 * 24 * 60 * minute;
  embedder.embedTexts = down;
  ingest = begin();
  queue.announce('mem_1');
  await expect.poll(() => postponed.length).toBe(1);
  expect(await store.get(ana, 'mem_1')).toMatchObject({ status: 'pending', attempts: 1 });
});

it('leaves memories under way pending when it stops, without a failure', async () => {
  const { promise: wait, reject: fail } = Promise.withResolvers<never>();
  embedder.embedTexts = () => wait;
  await write('mem_1');
  await expect.poll(() => embedder.calls.length).toBe(1);
  await ingest.stop();
  fail(new EmbedderError('the embedder is closed', { retryable: true }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await store.get(ana, 'mem_1')).toMatchObject({ status: 'pending', failure: null });
  expect(stumbled).toEqual([]);
});

it('keeps its lease on a memory that takes long, so that no other worker begins with it too', async () => {
  await ingest.stop();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  ingest = begin();
  const response = Promise.withResolvers<Float32Array[]>();
  embedder.embedTexts = () => response.promise;
  await write('mem_1');
  await expect.poll(() => embedder.calls.length).toBe(1);
  await becomes('mem_1', { status: 'pending', nextAttemptAt: start + minute });
  now += 50_000;
  vi.advanceTimersByTime(20_000);
  await becomes('mem_1', { status: 'pending', nextAttemptAt: now + minute });
  response.resolve([along()]);
  await becomes('mem_1', { status: 'ready', attempts: 1 });
});

it('reports a stuck backlog where other processes do the ingest, only from what it has observed', () => {
  const watched = createIngestHealth({ now: () => now }, { elsewhere: true });
  const waiting = (oldestPendingAt: number) => watched.reasons({ pending: 7, oldestPendingAt });
  now += 90 * minute;
  expect(waiting(start), 'there was no observation before').toEqual([]);
  now += 40_000;
  expect(waiting(start)).toEqual([]);
  now += 40_000;
  expect(waiting(start), 'for over a minute the same one is the oldest').toEqual([
    expect.stringContaining('7 memories are waiting'),
  ]);
  now += 1_000;
  expect(waiting(start + minute), 'the oldest has gone').toEqual([]);
});

it('reports a backlog as stuck when it is a minute old and no memory has left it, counted from the start of the process', async () => {
  const waiting = { pending: 3, oldestPendingAt: start - 60 * minute };
  expect(health.reasons(waiting)).toEqual([]);
  now = start + minute + 1;
  expect(health.reasons(waiting)).toEqual(['3 memories are waiting, the oldest for 60 s, without progress']);
  health.completed();
  expect(health.reasons(waiting)).toEqual([]);
});
