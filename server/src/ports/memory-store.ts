import type { CandidateIndex } from './candidate-index.ts';
import type { Expiry } from './expiry.ts';
import type { IngestJobs } from './ingest-jobs.ts';
import type { MemoryRows } from './memory-rows.ts';
import type { MemoryTransfer } from './memory-transfer.ts';

export type * from './actor.ts';
export type * from './candidate-index.ts';
export type * from './changes.ts';
export type * from './expiry.ts';
export type * from './ingest-jobs.ts';
export type * from './memory.ts';
export type * from './memory-rows.ts';
export type * from './memory-transfer.ts';

/**
 * Stores memories, their search indexes and their ingest state. Every method that writes is one transaction and
 * resolves only when it is durable. Every method may throw {@link StoreUnavailableError}; none returns a partial or
 * empty result instead. An id of another account behaves like one that does not exist.
 */
export interface MemoryStore
  extends MemoryRows,
    MemoryTransfer,
    CandidateIndex,
    IngestJobs,
    EmbeddingState,
    Expiry,
    StoreHealth {}

/** The vectors of a memory's chunks, in order. */
export interface Embedding {
  embedderId: string;
  vectors: Float32Array[];
}

/** The embedders of the stored vectors. Embeddings are stale if they are not from the current embedder. */
export interface EmbeddingState {
  /** The number of ready memories with stale embeddings. */
  countStale(embedderId: string): Promise<number>;
  /** Whether the account has ready memories with stale embeddings. */
  hasStale(accountId: string, embedderId: string): Promise<boolean>;
  /** The vectors of a memory, and their embedder; null if it has none. */
  embeddingOf(accountId: string, id: string): Promise<Embedding | null>;
}

/** Checks the store, and deletes old data. */
export interface StoreHealth {
  /**
   * Reads and writes the store. Resolves to other problems that need attention.
   * @throws {StoreUnavailableError} when the store cannot be read or written
   */
  probe(): Promise<string[]>;
  /** Deletes idempotency records that have expired. Resolves to their number. */
  purgeResponses(): Promise<number>;
}
