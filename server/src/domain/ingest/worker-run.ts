import { addAbortListener } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { MemoryStore } from '../memories/memory-store.ts';

export interface WorkerServices {
  store: MemoryStore;
  embedder: Embedder;
  /** Checks whether the embedder rejects every text: see `createPlainTextProbe`. */
  problemWithAll: () => Promise<EmbedderError | undefined>;
  clock: Clock;
  /** A number from 0 to 1 that spreads retries. */
  random: () => number;
}

export type WorkerRun = ReturnType<typeof createWorkerRun>;

export interface WorkerRunOptions {
  writePauses: { firstMs: number; maxMs: number };
  stumbled: (error: unknown) => void;
  /** Whether pauses keep the process running. @default true */
  ref?: boolean;
  /** Resolves after `ms`; rejects when the signal aborts. @default a timer */
  wait?: ((ms: number, timer: { signal: AbortSignal; ref: boolean }) => Promise<unknown>) | undefined;
}

export function createWorkerRun(options: WorkerRunOptions) {
  const { writePauses, stumbled, ref = true, wait = (ms, timer) => sleep(ms, undefined, timer) } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  async function pause(ms: number): Promise<void> {
    await wait(ms, { signal, ref }).catch(() => {});
  }
  return {
    signal,
    pause,
    /** Resolves to the result of `work`, or to undefined if the worker stops first. `work` must not reject. */
    async unlessStopped<Result>(work: Promise<Result>): Promise<Result | undefined> {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      // Without its disposal, listeners and their results would accumulate while the worker runs.
      using _ = addAbortListener(signal, () => resolve(undefined));
      return await Promise.race([work, promise]);
    },
    /** Retries a write while the store is unavailable, so that a full disk does not discard completed work. */
    async persist<Result>(write: () => Promise<Result>): Promise<Result> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await write();
        } catch (error) {
          if (signal.aborted || !(error instanceof StoreUnavailableError)) throw error;
          stumbled(error);
          await pause(backoffMs(attempt, writePauses));
        }
      }
    },
    stop: () => stopped.abort(),
  };
}

/** Five attempts at a memory take longer, so the fifth rejection relies on a new result (see `retryAt`). */
const keptMs = 10_000;

/**
 * Creates a probe for a provider that rejects every text, as with a wrong setting. It resolves to the problem, if any.
 * Rejections within a short time share one call. @param found called with the problem of each call
 */
export function createPlainTextProbe(
  embedder: Embedder,
  clock: Clock,
  found: (problem: EmbedderError) => void = () => {},
): () => Promise<EmbedderError | undefined> {
  const probes = new LRUCache<'', { problem: EmbedderError | undefined }>({
    ...{ max: 1, ttl: keptMs, ttlResolution: 0, perf: clock },
    async fetchMethod() {
      const problem = await embedder.embedDocuments(['A plain text.']).then(() => undefined, toProblem);
      if (problem) found(problem);
      return { problem };
    },
  });
  return async () => (await probes.fetch(''))?.problem;
}

function toProblem(error: unknown): EmbedderError {
  if (!(error instanceof EmbedderError)) return new EmbedderError('the embedder failed', { retryable: true });
  if (error.retryable) return error;
  const message = `${error.message}, not even a plain text: check the configured model and dimensions`;
  return new EmbedderError(message, { retryable: true, cause: error.cause });
}
