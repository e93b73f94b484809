import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder, EmbedderError } from '../../ports/embedder.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';

/** The services of ingest and re-embedding. */
export interface WorkerServices {
  store: MemoryStore;
  embedder: Embedder;
  /** Finds out whether the embedder rejects every text alike: see `plain-text-problem.ts`. */
  problemWithAll: () => Promise<EmbedderError | undefined>;
  clock: Clock;
  /** 0..1, spreads repetitions. */
  random: () => number;
}

/** A worker between its start and its stop. */
export type WorkerRun = ReturnType<typeof createWorkerRun>;

export interface WorkerRunOptions {
  /** The pauses before repetitions of a write. */
  writePauses: { firstMs: number; maxMs: number };
  /** Receives each error of a write that is repeated. */
  stumbled: (error: unknown) => void;
  /** Resolves after `ms`; rejects when the signal aborts. @default a timer */
  wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
}

export function createWorkerRun({
  writePauses,
  stumbled,
  wait = (ms, signal) => sleep(ms, undefined, { signal }),
}: WorkerRunOptions) {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Resolves after `ms`, or when the worker stops. */
  async function pause(ms: number): Promise<void> {
    await wait(ms, signal).catch(() => {});
  }
  return {
    /** Aborts when the worker stops. */
    signal,
    pause,
    /** Resolves to what `work` resolves to, or to undefined when the worker stops before. `work` must not reject. */
    async unlessStopped<Result>(work: Promise<Result>): Promise<Result | undefined> {
      if (signal.aborted) return undefined;
      const ended = new AbortController();
      const stopping = once(signal, 'abort', { signal: ended.signal }).then(
        () => undefined,
        () => undefined,
      );
      try {
        return await Promise.race([work, stopping]);
      } finally {
        // Otherwise the listeners, and with them the results, would add up over the life of the worker.
        ended.abort();
      }
    },
    /**
     * Repeats a write while the store is unavailable: a full disk must not cost the work that is done.
     * @throws {StoreUnavailableError} when the worker stops before the store is available
     */
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
