import { backoffMs } from '../../lib/backoff.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import { type NewVectors, toCompletion } from '../memories/changes.ts';
import type { Claim } from '../memories/claim.ts';
import { toVectors } from './to-vectors.ts';
import { createWorkerRun, type WorkerRun, type WorkerRunOptions, type WorkerServices } from './worker-run.ts';

/** Limits the memories and the text in progress. A new write waits for at most this much. */
const pageLimits = { limit: 32, characters: 32_000 };
/** If a worker dies, another one takes over after this time. It is longer than any embedder takes for a page. */
const leaseMs = 2 * 60_000;
const outagePauses = { firstMs: 5_000, maxMs: 10 * 60_000 };
/** The pause while all stale memories are leased or wait for another attempt, and after an unexpected error. */
const retryMs = 5_000;
const writePauses = { firstMs: 2_000, maxMs: 2_000 };
/** New writes come first, but they do not stop re-embedding completely. */
const patienceMs = 10_000;
const busyPollMs = 100;
/** The pause while no memory is stale. The embedder changes only with a restart. */
const idleMs = 60_000;
const minuteMs = 60_000;

/** Replaces the vectors of another embedder, page by page. The revision guards the result. The store has all state. */
export function startReembedding(options: ReembeddingOptions) {
  const { untilDone, events, wait } = options;
  const run = createWorkerRun({ writePauses, stumbled: events.stumbled, wait, ref: untilDone });
  const ended = reembedAll(options, run);
  return {
    /** Resolves when re-embedding has stopped or, with `untilDone`, when no memory is stale. */
    ended,
    /** Claims no further work, and releases the memories in progress. */
    async stop(): Promise<void> {
      run.stop();
      await ended;
    },
  };
}

async function reembedAll(options: ReembeddingOptions, run: WorkerRun): Promise<void> {
  const { store, embedder, random, untilDone, events } = options;
  let outages = 0;
  let isUnderWay = false;
  while (!run.signal.aborted) {
    try {
      const stale = await store.countStale(embedder.id);
      if (stale > 0 && !isUnderWay) events.began(stale);
      if (stale === 0 && isUnderWay) events.finished();
      isUnderWay = stale > 0;
      if (!isUnderWay && untilDone) return;
      const { outage, pages } = isUnderWay ? await reembedPages(options, run) : { pages: 0 };
      if (run.signal.aborted) return;
      if (outage) {
        const pauseMs = backoffMs(outages++, outagePauses) * (0.8 + 0.4 * random());
        events.postponed(outage, pauseMs);
        await run.pause(pauseMs);
        continue;
      }
      outages = 0;
      if (pages === 0) await run.pause(isUnderWay ? retryMs : idleMs);
    } catch (error) {
      events.stumbled(error);
      await run.pause(retryMs);
    }
  }
}

/** Ends when no page is due, or when the embedder is unavailable. */
async function reembedPages(options: ReembeddingOptions, run: WorkerRun) {
  const { store, embedder, clock, textsPerMinute, isBusy } = options;
  for (let pages = 0; ; pages++) {
    for (let waitedMs = 0; isBusy() && waitedMs < patienceMs; waitedMs += busyPollMs) await run.pause(busyPollMs);
    if (run.signal.aborted) return { pages };
    const startedAt = performance.now();
    const limits = { ...pageLimits, leaseMs, quarantineAfter, now: clock.now() };
    const page = await store.claim({ purpose: 'reembed', embedderId: embedder.id, ...limits });
    if (page.length === 0) return { pages };
    const { texts, outage } = await reembedPage(options, run, page);
    if (outage) return { outage, pages };
    if (textsPerMinute === null) continue;
    await run.pause(Math.max(0, startedAt + (texts * minuteMs) / textsPerMinute - performance.now()));
  }
}

/** A memory with this many attempts is quarantined: it is embedded alone. */
const quarantineAfter = 2;
/** After this many attempts, a memory is not embedded again. Only keyword search then finds it. */
const maxAttempts = 4;
/** The pause before a rejected text is embedded again. It is shorter while an operator waits for the end. */
const rejectedMs = { background: 10 * 60_000, untilDone: 15_000 };

/** The vectors of a memory, or the error of its text. An outage leaves neither. */
interface Outcome {
  claim: Claim;
  embedding?: NewVectors;
  error?: Error;
}

/** Resolves to the number of vectors written, and to the outage if there was one. */
async function reembedPage(options: ReembeddingOptions, run: WorkerRun, page: readonly Claim[]) {
  const { store, clock, untilDone } = options;
  const embedded = await run.unlessStopped(embedPage(options, page));
  if (!embedded) {
    await store.release(page, clock.now());
    return { texts: 0 };
  }
  const { outcomes, outage } = embedded;
  const states = Object.groupBy(outcomes, ({ claim, embedding, error }) =>
    embedding || (error && claim.attempts >= maxAttempts) ? 'over' : error ? 'again' : 'waiting',
  );
  const claimsOf = (some: readonly Outcome[] = []) => some.map(({ claim }) => claim);
  await complete(options, run, states.over ?? []);
  const againAt = clock.now() + (untilDone ? rejectedMs.untilDone : rejectedMs.background);
  await run.persist(() => store.release(claimsOf(states.again), againAt, { rejected: true }));
  await run.persist(() => store.release(claimsOf(states.waiting), clock.now()));
  return { texts: outcomes.reduce((count, { embedding }) => count + (embedding?.vectors.length ?? 0), 0), outage };
}

async function embedPage({ embedder, problemWithAll, events }: ReembeddingOptions, claims: readonly Claim[]) {
  let outage: EmbedderError | undefined;
  const embed = async (claim: Claim): Promise<Outcome> => {
    if (claim.attempts > maxAttempts) return { claim, error: new Error('the server stopped each time') };
    try {
      return { claim, embedding: await toVectors(embedder, claim) };
    } catch (error) {
      if (!(error instanceof EmbedderError && error.retryable)) return { claim, error: error as Error };
      outage = error;
      return { claim };
    }
  };
  const outcomes = await Promise.all(claims.map(embed));
  const rejected = outcomes.filter(({ claim, error }) => error && claim.attempts <= maxAttempts);
  const isNoneEmbedded = outcomes.every(({ embedding }) => !embedding);
  // No rejection counts against a memory if the embedder also rejects a plain text.
  const problem = rejected.length > 0 && isNoneEmbedded ? await problemWithAll() : undefined;
  for (const one of rejected) {
    if (problem) delete one.error;
    else if (!(one.error instanceof EmbedderError)) events.stumbled(one.error);
  }
  return { outcomes, outage: problem ?? outage };
}

/** Writes the vectors of memories. Those without further attempts get none. */
async function complete({ store, embedder, events }: ReembeddingOptions, run: WorkerRun, outcomes: readonly Outcome[]) {
  if (outcomes.length === 0) return;
  const nothing = { embedderId: embedder.id, vectors: [] };
  const commits = outcomes.map(({ claim, embedding = nothing }) => {
    return { accountId: claim.accountId, changes: [toCompletion(claim, embedding)] };
  });
  const results = await run.persist(() => store.commit(commits));
  const written = outcomes.filter((_, index) => results[index]?.kind === 'written');
  for (const { claim, error } of written) if (error) events.gaveUp(claim.id, error.message);
  events.reembedded(written.filter(({ embedding }) => embedding).length);
}

export interface ReembeddingEvents {
  began(memories: number): void;
  /** The number of memories that have vectors of this embedder now. */
  reembedded(memories: number): void;
  /** The embedder cannot embed this memory. Only keyword search finds it. */
  gaveUp(memoryId: string, reason: string): void;
  /** The embedder does not work. The next attempt follows after `pauseMs`. */
  postponed(outage: EmbedderError, pauseMs: number): void;
  finished(): void;
  stumbled(error: unknown): void;
}

export interface ReembeddingOptions extends WorkerServices {
  /** The maximum of vectors computed in a minute; null for no limit. */
  textsPerMinute: number | null;
  isBusy: () => boolean;
  /** Whether to end when no memory is stale, instead of checking again from time to time. */
  untilDone: boolean;
  events: ReembeddingEvents;
  wait?: WorkerRunOptions['wait'];
}
