import type { CandidateIndex } from '../../../ports/candidate-index.ts';
import type { Connections } from '../threads/connections.ts';
import type { ReadAt } from '../threads/thread-jobs.ts';

/** Finds candidates on the reader thread, which serves the accounts in turn. */
export function createSqliteCandidateIndex({
  readerQueue,
  now,
}: Pick<Connections, 'readerQueue' | 'now'>): CandidateIndex {
  const timed = <Query extends object>(query: Query): Query & ReadAt => ({ ...query, readAt: now() });
  return {
    candidates: (query) => readerQueue.run(query.scope.accountId, 'candidates', timed(query)),
    wordStatistics: (scope, words) => readerQueue.run(scope.accountId, 'wordStatistics', timed({ scope, words })),
    countValues: (scope) => readerQueue.run(scope.accountId, 'countValues', timed({ scope })),
    sampleVectors: (query) => readerQueue.run(query.scope.accountId, 'sampleVectors', timed(query)),
    closestTokens: (query) => readerQueue.run(query.accountId, 'closestTokens', query),
  };
}
