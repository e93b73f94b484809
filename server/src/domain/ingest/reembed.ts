import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import type { Claim, Commit, CompleteChange, MemoryStore } from '../../ports/memory-store.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { toVectors } from './to-vectors.ts';

/** Memories and text under way at once: a write that comes meanwhile waits for no more than this. */
const pageMost = 32;
const charactersMost = 32_000;
/** Of a worker that died, another takes over after this; longer than any embedder takes for a page. */
const leaseMs = 2 * 60_000;
/** What led to nothing so often is tried by itself from then on … */
const quarantineAfter = 2;
/** … and left to be found by its words when that happened so often. */
const maxAttempts = 4;
/** A text that was refused is tried again after so long; sooner while somebody waits for it. */
const refusedMs = { background: 10 * 60_000, waitedFor: 15_000 };
const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;
const storePauseMs = 2_000;
/** New writes come first, but they do not stop the move altogether. */
const patienceMs = 10_000;
const busyPollMs = 100;
/** How often it is looked whether there is something to move; an embedder changes with a start. */
const idleMs = 60_000;
const minuteMs = 60_000;

export interface ReembeddingEvents {
  /** There is something to move. */
  began(memories: number): void;
  /** So many have the vectors of this embedder now. */
  moved(memories: number): void;
  /** This embedder can not do it: the memory is found by its words. */
  gaveUp(memoryId: string, reason: string): void;
  /** The embedder does not work: it is tried again after so long. */
  postponed(outage: EmbedderError, pauseMs: number): void;
  /** Nothing is left. */
  finished(): void;
  /** Something went wrong that was not foreseen; it will be tried again. */
  stumbled(error: unknown): void;
}

export interface Reembedding {
  /** Takes nothing further and hands back what is under way. */
  stop(): Promise<void>;
  /** Resolves when it has stopped, or when nothing was left to move. */
  ended: Promise<void>;
}

/** A memory whose text the embedder rejected, or broke on. */
interface Rejected {
  claim: Claim;
  error: unknown;
}

/**
 * Moves memories that another embedder has embedded over to this one, a page at a time: claim → embed → put the new
 * vectors in the place of the old ones, guarded by the revision. Everything it knows stands in the store.
 */
export function startReembedding({
  store,
  embedder,
  problemWithAll,
  clock,
  random,
  textsPerMinute,
  isBusy,
  untilDone,
  events,
  wait = (ms, options) => sleep(ms, undefined, options),
}: {
  store: MemoryStore;
  embedder: Embedder;
  /** Whether it is no text's fault that the embedder refuses one: see `plain-text-problem.ts`. */
  problemWithAll: () => Promise<EmbedderError | undefined>;
  clock: Clock;
  /** 0..1, spreads repetitions. */
  random: () => number;
  /** Vectors made a minute at most; null: as fast as the embedder is. */
  textsPerMinute: number | null;
  /** Whether there is something more urgent to embed. */
  isBusy: () => boolean;
  /** End when nothing is left, instead of looking again from time to time. */
  untilDone: boolean;
  events: ReembeddingEvents;
  /** Waits so long; rejects when the signal aborts. @default a timer */
  wait?: (ms: number, options: { signal: AbortSignal; ref: boolean }) => Promise<unknown>;
}): Reembedding {
  const stopped = new AbortController();
  const isStopping = () => stopped.signal.aborted;
  const pause = (ms: number) => wait(ms, { signal: stopped.signal, ref: untilDone }).catch(() => {});
  const stopping = new Promise<undefined>((resolve) => {
    stopped.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

  async function run(): Promise<void> {
    let outages = 0;
    let isMoving = false;
    while (!isStopping()) {
      try {
        const left = await store.countStale(embedder.id);
        if (left > 0 && !isMoving) events.began(left);
        if (left === 0 && isMoving) events.finished();
        isMoving = left > 0;
        if (left === 0 && untilDone) return;
        const { outage, pages } = left === 0 ? { pages: 0 } : await moveAll();
        if (isStopping()) return;
        if (outage === undefined) outages = 0;
        if (outage === undefined && pages > 0) continue;
        const pauseMs = outage
          ? Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(outages++, 20)) * (0.8 + 0.4 * random())
          : left === 0
            ? idleMs
            : firstPauseMs;
        if (outage) events.postponed(outage, pauseMs);
        await pause(pauseMs);
      } catch (error) {
        events.stumbled(error);
        await pause(firstPauseMs);
      }
    }
  }

  /** Ends when nothing is due, or with the outage that stands in the way. */
  async function moveAll(): Promise<{ outage?: EmbedderError | undefined; pages: number }> {
    let pages = 0;
    for (; !isStopping(); pages++) {
      for (let waitedMs = 0; isBusy() && waitedMs < patienceMs; waitedMs += busyPollMs) await pause(busyPollMs);
      const startedAt = performance.now();
      const limits = { limit: pageMost, characters: charactersMost, leaseMs, quarantineAfter };
      const options = { purpose: 'reembed', embedderId: embedder.id, ...limits, now: clock.now() } as const;
      const page = isStopping() ? [] : await store.claim(options);
      if (page.length === 0) break;
      const { texts, outage } = await move(page);
      if (outage) return { outage, pages };
      if (textsPerMinute === null) continue;
      await pause(Math.max(0, startedAt + (texts * minuteMs) / textsPerMinute - performance.now()));
    }
    return { pages };
  }

  async function move(page: readonly Claim[]): Promise<{ texts: number; outage?: EmbedderError | undefined }> {
    const isHopeless = ({ attempts }: Claim) => attempts > maxAttempts;
    const tried = page.filter((claim) => !isHopeless(claim));
    const embedded = await Promise.race([
      Promise.allSettled(tried.map((claim) => toVectors(embedder, claim))),
      stopping,
    ]);
    if (!embedded) {
      await store.release(page, clock.now());
      return { texts: 0 };
    }
    const results: CompleteChange[] = [];
    const rejected: Rejected[] = [];
    const waiting: Claim[] = [];
    let outage: EmbedderError | undefined;
    for (const [at, one] of embedded.entries()) {
      const claim = tried[at] as Claim;
      if (one.status === 'fulfilled') results.push(toResult(claim, one.value));
      else if (one.reason instanceof EmbedderError && one.reason.retryable) {
        outage = one.reason;
        waiting.push(claim);
      } else rejected.push({ claim, error: one.reason });
    }
    if (rejected.length > 0 && results.length === 0) {
      // It may be no text's fault: a setting that is wrong is told apart by a text that nobody refuses.
      const problem = await Promise.race([problemWithAll(), stopping]);
      if (problem || isStopping()) {
        outage = problem;
        waiting.push(...rejected.splice(0).map(({ claim }) => claim));
      }
    }
    const texts = results.reduce((count, { vectors }) => count + vectors.length, 0);
    const givenUp: Rejected[] = page
      .filter(isHopeless)
      .map((claim) => ({ claim, error: new Error('the server ended each time') }));
    const again: Claim[] = [];
    for (const { claim, error } of rejected) {
      if (!(error instanceof EmbedderError)) events.stumbled(error);
      if (claim.attempts >= maxAttempts) givenUp.push({ claim, error });
      else again.push(claim);
    }
    await keep(results, givenUp);
    const againAt = clock.now() + (untilDone ? refusedMs.waitedFor : refusedMs.background);
    await persisted(() => store.release(again, againAt, { rejected: true }));
    await persisted(() => store.release(waiting, clock.now()));
    return { texts, outage };
  }

  function toResult(claim: Claim, vectors: Float32Array[]): CompleteChange {
    return { kind: 'complete', claim, embedderId: embedder.id, vectors, entities: null };
  }

  async function keep(results: readonly CompleteChange[], givenUp: readonly Rejected[]): Promise<void> {
    const without = givenUp.map(({ claim }) => toResult(claim, []));
    const commits = [...results, ...without].map((change): Commit => {
      return { accountId: change.claim.ownerId, changes: [change] };
    });
    if (commits.length === 0) return;
    const written = (await persisted(() => store.commit(commits))).map(({ kind }) => kind === 'written');
    for (const [at, { claim, error }] of givenUp.entries()) {
      if (written[results.length + at]) events.gaveUp(claim.id, (error as Error).message);
    }
    events.moved(results.filter((_, at) => written[at]).length);
  }

  /** A full disk must not cost the work that is done, nor count against a memory. */
  async function persisted<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (isStopping() || !(error instanceof StoreUnavailableError)) throw error;
        events.stumbled(error);
        await pause(storePauseMs);
      }
    }
  }

  const ended = run();
  return {
    ended,
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}
