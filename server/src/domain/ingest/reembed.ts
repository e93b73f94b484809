import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../lib/backoff.ts';
import type { EmbedderError } from '../../ports/embedder.ts';
import { quarantineAfter, type ReembeddingOptions, reembedPage } from './reembed-page.ts';
import { createWorkerRun, type WorkerRun } from './worker-run.ts';

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

/**
 * Replaces the vectors of another embedder, one page of memories at a time. The steps are: claim, embed, write the new
 * vectors. The revision guards the result. All state is in the store.
 */
export function startReembedding(options: ReembeddingOptions) {
  const { untilDone, events, wait = (ms, timer) => sleep(ms, undefined, timer) } = options;
  const run = createWorkerRun({
    writePauses,
    stumbled: events.stumbled,
    wait: (ms, signal) => wait(ms, { signal, ref: untilDone }),
  });
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
async function reembedPages(
  options: ReembeddingOptions,
  run: WorkerRun,
): Promise<{ outage?: EmbedderError | undefined; pages: number }> {
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
