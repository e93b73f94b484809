import type { CandidateIndex } from './candidate-index.ts';
import type { EmbeddingState } from './embedding-state.ts';
import type { IngestJobs } from './ingest-jobs.ts';
import type { MemoryRows } from './memory-rows.ts';
import type { StoreHealth } from './store-health.ts';

export type * from './candidate-index.ts';
export type * from './changes.ts';
export type * from './ingest-jobs.ts';
export type * from './memory.ts';
export type * from './memory-rows.ts';
export type * from './scope.ts';

/**
 * Keeps memories, their search indexes and their ingest state. Every method that writes is one transaction and resolves
 * only when it is durable. Every method may throw {@link StoreUnavailableError}; none returns a partial or empty result
 * instead. An id of another account behaves like one that does not exist.
 */
export interface MemoryStore extends MemoryRows, CandidateIndex, IngestJobs, EmbeddingState, StoreHealth {}
