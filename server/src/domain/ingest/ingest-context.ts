import { LRUCache } from 'lru-cache';
import { createBatchWriter } from '../../lib/batch-writer.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Failure } from '../../ports/memory.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { Commit } from '../memories/changes.ts';
import type { Claim } from '../memories/claim.ts';
import { keyOf } from './claim-pool.ts';
import type { Infer } from './extraction/start-inference.ts';
import type { WorkerRun, WorkerRunOptions, WorkerServices } from './worker-run.ts';

/** Results that finish together are written together, but not so many that other writes wait for them. */
const resultsPerCall = 32;
/** The maximum size of stored responses, which cost money, in UTF-16 units of their texts. */
const maxInferred = 8_000_000;
/** The time for which responses are stored. After a longer outage, the memory is gone or another worker has it. */
const inferredMs = 24 * 60 * 60_000;

export interface IngestEvents {
  /** A memory is ready (`failure` null), or failed permanently. */
  completed(memoryId: string, failure: Failure | null): void;
  /** An attempt failed and will be repeated. `detail` is only for the log: customers do not see it. */
  postponed(memoryId: string, failure: Failure, at: number, detail: string | undefined): void;
  /** Facts could not be extracted, so the text is stored unchanged. */
  fellBack(memoryId: string, reason: string): void;
  /** An unexpected error, or one that no memory caused. Nothing is lost: the work is repeated. */
  stumbled(error: unknown): void;
}

export interface IngestOptions extends WorkerServices {
  /** See `extraction/start-inference.ts`; null if no language model is configured. */
  startInference: (() => Infer) | null;
  queue: IngestQueue;
  /**
   * The pause after a claim. Memories written in the meantime share the next claim, and usually one call of the
   * embedder. Over the network, this saves most of the processor time.
   * @default 0
   */
  claimPauseMs?: number;
  wait?: WorkerRunOptions['wait'];
  tracer?: Tracer;
  events: IngestEvents;
}

export type IngestContext = ReturnType<typeof createIngestContext>;

/** Creates the state that the steps of an ingest share. A crash loses only responses that can be requested again. */
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
    commit: (commit: Commit) => run.persist(() => writeResult(commit)),
    /** Returns the inference of a claim, or an earlier one that is still stored; null without a language model. */
    inferenceOf(claim: Claim): Infer | null {
      if (!startInference) return null;
      const infer = inferences.get(keyOf(claim)) ?? startInference();
      inferences.set(keyOf(claim), infer, { size: claim.text.length });
      return infer;
    },
    forgetInference: (claim: Claim) => void inferences.delete(keyOf(claim)),
  };
}
