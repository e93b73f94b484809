import type { DatabaseSync } from 'node:sqlite';
import type { OperationsOf, ReaderOptions } from '../threads/serve-reads.ts';
import type { ReadAt, ThreadJobs } from '../threads/thread-jobs.ts';
import { createCandidateReads } from './candidate-reads.ts';
import { createTokenReads } from './token-reads.ts';

export type ReaderOperations = OperationsOf<ReturnType<typeof createSearchReads>>;

/** The operations of a reader thread whose entry adds a ranked search. */
export interface SearchOperations<Query, Result> extends ReaderOperations {
  search(query: Query & ReadAt): Result;
}

/** Creates the reads of searches, and those that check and drop what they keep in memory. */
export function createSearchReads(
  db: DatabaseSync,
  { cacheBytes }: ReaderOptions,
  jobs: Pick<ThreadJobs, 'addInBackground'>,
) {
  const { readLatest, ...candidateReads } = createCandidateReads(db, cacheBytes);
  return {
    ...candidateReads,
    ...createTokenReads(db),
    readAhead: () => jobs.addInBackground(readLatest()),
  };
}
