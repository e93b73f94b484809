import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import type { NewVectors, OutdatedMemory } from '../../ports/embedding-state.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { toVectors } from './to-vectors.ts';

/** Memories and text under way at once: a write that comes meanwhile waits for no more than this. */
const pageMost = 32;
const charactersMost = 32_000;
/** Of a worker that died, another takes over after this; longer than any embedder takes for a page. */
const leaseMs = 2 * 60_000;
/** What led to nothing so often is tried by itself from then on … */
const suspectAfter = 2;
/** … and left to be found by its words when that happened so often. */
const attemptsMost = 4;
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
  /** Rejects when the signal aborts. @default a timer */
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
        const left = await store.countOutdated(embedder.id);
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
      const claim = { embedderId: embedder.id, limit: pageMost, characters: charactersMost, leaseMs, suspectAfter };
      const page = isStopping() ? [] : await store.claimOutdated({ ...claim, now: clock.now() });
      if (page.length === 0) break;
      const { texts, outage } = await move(page);
      if (outage) return { outage, pages };
      if (textsPerMinute === null) continue;
      await pause(Math.max(0, startedAt + (texts * minuteMs) / textsPerMinute - performance.now()));
    }
    return { pages };
  }

  async function move(page: readonly OutdatedMemory[]): Promise<{ texts: number; outage?: EmbedderError | undefined }> {
    const isHopeless = ({ attempts }: OutdatedMemory) => attempts >= attemptsMost;
    const tried = page.filter((memory) => !isHopeless(memory));
    const embedded = await Promise.race([
      Promise.allSettled(tried.map((memory) => toVectors(embedder, memory))),
      stopping,
    ]);
    if (!embedded) {
      await store.postponeOutdated(page, { at: clock.now(), refused: false });
      return { texts: 0 };
    }
    const results: NewVectors[] = [];
    const refused: { memory: OutdatedMemory; error: unknown }[] = [];
    const waiting: OutdatedMemory[] = [];
    let outage: EmbedderError | undefined;
    for (const [at, one] of embedded.entries()) {
      const memory = tried[at] as OutdatedMemory;
      if (one.status === 'fulfilled') results.push({ memory, embedderId: embedder.id, vectors: one.value });
      else if (one.reason instanceof EmbedderError && one.reason.retryable) {
        outage = one.reason;
        waiting.push(memory);
      } else refused.push({ memory, error: one.reason });
    }
    if (refused.length > 0 && results.length === 0) {
      // It may be no text's fault: a setting that is wrong is told apart by a text that nobody refuses.
      const problem = await Promise.race([problemWithAll(), stopping]);
      if (problem || isStopping()) {
        outage = problem;
        waiting.push(...refused.splice(0).map(({ memory }) => memory));
      }
    }
    const texts = results.reduce((count, { vectors }) => count + vectors.length, 0);
    const givenUp = page
      .filter(isHopeless)
      .map((memory) => ({ memory, error: new Error('the server ended each time') }));
    const again: OutdatedMemory[] = [];
    for (const { memory, error } of refused) {
      if (!(error instanceof EmbedderError)) events.stumbled(error);
      if (memory.attempts + 1 >= attemptsMost) givenUp.push({ memory, error: error as Error });
      else again.push(memory);
    }
    const without = givenUp.map(({ memory }): NewVectors => ({ memory, embedderId: embedder.id, vectors: [] }));
    if (results.length > 0 || without.length > 0) {
      const kept = new Set(await persisted(() => store.replaceVectors([...results, ...without])));
      for (const { memory, error } of givenUp) if (kept.has(memory.id)) events.gaveUp(memory.id, error.message);
      events.moved(results.filter(({ memory }) => kept.has(memory.id)).length);
    }
    await persisted(() =>
      store.postponeOutdated(again, {
        at: clock.now() + (untilDone ? refusedMs.waitedFor : refusedMs.background),
        refused: true,
      }),
    );
    await persisted(() => store.postponeOutdated(waiting, { at: clock.now(), refused: false }));
    return { texts, outage };
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
