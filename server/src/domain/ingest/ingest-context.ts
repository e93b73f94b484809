import { LRUCache } from 'lru-cache';
import { createBatchWriter } from '../../lib/batch-writer.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Claim, Commit, Failure } from '../../ports/memory-store.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { Tracer } from '../../ports/tracer.ts';
import { keyOf } from './claim-pool.ts';
import type { Infer } from './extraction/start-inference.ts';
import type { WorkerRun, WorkerRunOptions, WorkerServices } from './worker-run.ts';

/** Results that finish together are written together, but not so many that other writes wait for them. */
const resultsPerCall = 32;
/** The maximum size of kept responses, which cost money, in UTF-16 units of their texts. */
const maxInferred = 8_000_000;
/** The time for which they are kept. After such an outage, the memory has gone or another worker has it. */
const inferredMs = 24 * 60 * 60_000;

export interface IngestEvents {
  /** A memory is ready (`failure` null), or failed permanently. */
  completed(memoryId: string, failure: Failure | null): void;
  /** An attempt failed and will be repeated. `detail` is for the log only: customers do not see it. */
  postponed(memoryId: string, failure: Failure, at: number, detail: string | undefined): void;
  /** Facts could not be extracted: the text is stored as it is. */
  fellBack(memoryId: string, reason: string): void;
  /** An unexpected error, or one that is no memory's fault. Nothing is lost: the work is tried again. */
  stumbled(error: unknown): void;
}

export interface IngestOptions extends WorkerServices {
  /** See `extraction/start-inference.ts`; null: there is no language model. */
  startInference: (() => Infer) | null;
  queue: IngestQueue;
  /**
   * The pause after a claim. Memories written meanwhile share the next claim, and mostly one call of the embedder, which
   * saves most of the processor time when that call goes over the network. @default 0
   */
  claimPauseMs?: number;
  wait?: WorkerRunOptions['wait'];
  /** @default traces nothing */
  tracer?: Tracer;
  events: IngestEvents;
}

export type IngestContext = ReturnType<typeof createIngestContext>;

/** Creates what the steps of an ingest share. A crash loses only responses that can be requested again. */
export function createIngestContext(options: IngestOptions, run: WorkerRun) {
  const { store, clock, startInference } = options;
  const inferences = new LRUCache<string, Infer>({ maxSize: maxInferred, ttl: inferredMs, ttlAutopurge: true });
  const writeResult = createBatchWriter({
    write: (commits: Commit[]) => store.commit(commits),
    maxItems: resultsPerCall,
    groupOf: ({ accountId }) => accountId,
    isItemsFault: (error) => !(error instanceof StoreUnavailableError),
  });
  return {
    ...options,
    run,
    startedAt: clock.now(),
    /** Writes a result, together with others that finish at the same time. */
    commit: (commit: Commit) => run.persist(() => writeResult(commit)),
    /** Returns the inference of a claim, an earlier one if it is kept; null without a language model. */
    inferenceOf(claim: Claim): Infer | null {
      if (!startInference) return null;
      const infer = inferences.get(keyOf(claim)) ?? startInference();
      inferences.set(keyOf(claim), infer, { size: claim.text.length });
      return infer;
    },
    forgetInference: (claim: Claim) => void inferences.delete(keyOf(claim)),
  };
}
