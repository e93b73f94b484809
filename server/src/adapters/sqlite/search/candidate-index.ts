import type { Thread } from '../../../lib/create-thread.ts';
import type { CandidateIndex } from '../../../ports/candidate-index.ts';
import type { OperationsOf } from '../threads/serve-reads.ts';
import type { ReadAt } from '../threads/thread-jobs.ts';
import type { createSearchReads } from './search-reads.ts';

type ReaderOperations = OperationsOf<ReturnType<typeof createSearchReads>>;

/** The operations of a reader thread whose entry adds a ranked search. */
export interface SearchOperations<Query, Result> extends ReaderOperations {
  search(query: Query & ReadAt): Result;
}

/** Finds candidates on the reader thread, which serves the accounts in turn. */
export function createCandidateIndex(reader: Thread<ReaderOperations>, now: () => number): CandidateIndex {
  const timed = <Query extends object>(query: Query): Query & ReadAt => ({ ...query, readAt: now() });
  return {
    candidates: (query) => reader.run(query.scope.accountId, 'candidates', timed(query)),
    wordStatistics: (scope, words) => reader.run(scope.accountId, 'wordStatistics', timed({ scope, words })),
    countValues: (scope) => reader.run(scope.accountId, 'countValues', timed({ scope })),
    sampleVectors: (query) => reader.run(query.scope.accountId, 'sampleVectors', timed(query)),
    closestTokens: (query) => reader.run(query.accountId, 'closestTokens', query),
  };
}
