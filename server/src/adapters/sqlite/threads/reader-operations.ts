import type { DatabaseSync } from 'node:sqlite';
import type { MatchQuery } from '../../../ports/memory-deletions.ts';
import type { FacetQuery, ListQuery, VersionQuery } from '../../../ports/memory-store.ts';
import { readValue } from '../connection/prepare.ts';
import { matchMemories } from '../deletions/match-memories.ts';
import { countFacets } from '../memories/count-facets.ts';
import type { ReadAt } from '../memories/expiry.ts';
import { listMemories } from '../memories/list-memories.ts';
import { listVersions } from '../memories/memory-versions.ts';
import { createCandidateReads } from '../search/candidate-reads.ts';
import { createTokenReads } from '../search/token-reads.ts';
import type { OperationsOf, ReaderOptions } from './serve-reads.ts';
import type { ThreadJobs } from './thread-jobs.ts';

export type ReaderOperations = OperationsOf<ReturnType<typeof createReaderReads>>;

/** The operations of a reader thread whose entry adds a ranked search. */
export interface SearchOperations<Query, Result> extends ReaderOperations {
  search(query: Query & ReadAt): Result;
}

/** Creates the reads of memories that may take longer than a point read. */
export function createReaderReads(
  db: DatabaseSync,
  { cacheBytes }: ReaderOptions,
  jobs: Pick<ThreadJobs, 'addInBackground'>,
) {
  const { readLatest, ...candidateReads } = createCandidateReads(db, cacheBytes);
  return {
    ...candidateReads,
    ...createTokenReads(db),
    list: (query: ListQuery & ReadAt) => listMemories(db, query),
    versions: (query: VersionQuery & ReadAt) => listVersions(db, query),
    matchMemories: (query: MatchQuery & ReadAt) => matchMemories(db, query),
    countFacets: (query: FacetQuery & ReadAt) => countFacets(db, query),
    readAhead: () => jobs.addInBackground(readLatest()),
    countStale: (embedderId: string) => countStale(db, embedderId),
  };
}

function countStale(db: DatabaseSync, embedderId: string): number {
  const sql = `SELECT count(*) FROM embedder CROSS JOIN memory ON memory.embedder = embedder.number
    WHERE embedder.id <> ?`;
  return readValue<number>(db, sql, embedderId) as number;
}
