import type { EmbedderError } from '../../ports/embedder.ts';
import type { WorkerServices } from './worker-run.ts';

export interface ReembeddingEvents {
  /** Stale memories were found. */
  began(memories: number): void;
  /** This many memories have the vectors of this embedder now. */
  reembedded(memories: number): void;
  /** This embedder can not embed the memory, which is found by its words only. */
  gaveUp(memoryId: string, reason: string): void;
  /** The embedder does not work: it is tried again after `pauseMs`. */
  postponed(outage: EmbedderError, pauseMs: number): void;
  /** No memory is stale any more. */
  finished(): void;
  /** An unexpected error. The work is tried again. */
  stumbled(error: unknown): void;
}

export interface ReembeddingOptions extends WorkerServices {
  /** The most vectors made in a minute; null: as many as the embedder makes. */
  textsPerMinute: number | null;
  /** Whether new writes wait for the embedder. */
  isBusy: () => boolean;
  /** Ends when no memory is stale, instead of looking again from time to time. */
  untilDone: boolean;
  events: ReembeddingEvents;
  /** Resolves after `ms`; rejects when the signal aborts. @default a timer */
  wait?: (ms: number, options: { signal: AbortSignal; ref: boolean }) => Promise<unknown>;
}
