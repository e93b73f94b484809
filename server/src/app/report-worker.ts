import { createReportReads } from '../adapters/sqlite/threads/report-operations.ts';
import { serveReads } from '../adapters/sqlite/threads/serve-reads.ts';
import { queries } from './store-commands.ts';

// The thread of SQLite for reads that wait for no search.
serveReads((...context) => createReportReads(queries, ...context));
