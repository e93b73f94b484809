import { createReaderReads } from '../adapters/sqlite/threads/reader-operations.ts';
import { serveReads } from '../adapters/sqlite/threads/serve-reads.ts';
import { type RankedQuery, searchInSteps } from '../domain/search/ranked-search.ts';

// The reader thread of SQLite in a server. It ranks the candidates, so that the main thread receives only hits.
serveReads((...context) => {
  const reads = createReaderReads(...context);
  return { ...reads, search: (query: RankedQuery) => searchInSteps(reads, query) };
});
