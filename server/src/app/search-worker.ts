import { createReaderReads } from '../adapters/sqlite/threads/reader-operations.ts';
import { serveReads } from '../adapters/sqlite/threads/serve-reads.ts';
import { type RankedQuery, searchInSteps } from '../domain/search/ranked-search.ts';

// SQLite's reader thread in a server: it ranks where the rows are, so that the main thread receives hits only.
serveReads((...context) => {
  const reads = createReaderReads(...context);
  return { ...reads, search: (query: RankedQuery) => searchInSteps(reads.candidates, query) };
});
