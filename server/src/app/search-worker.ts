import { createSearchReads } from '../adapters/sqlite/search/search-reads.ts';
import { serveReads } from '../adapters/sqlite/threads/serve-reads.ts';
import type { ReadAt } from '../adapters/sqlite/threads/thread-jobs.ts';
import { type RankedQuery, searchInSteps } from '../domain/search/ranked-search.ts';
import type { CandidateQuery } from '../ports/candidate-index.ts';

// The reader thread of SQLite in a server. It ranks the candidates, so that the main thread receives only results.
serveReads((...context) => {
  const reads = createSearchReads(...context);
  return {
    ...reads,
    search({ readAt, ...query }: RankedQuery & ReadAt) {
      const candidates = (one: CandidateQuery) => reads.candidates({ ...one, readAt });
      return searchInSteps({ ...reads, candidates }, query);
    },
  };
});
