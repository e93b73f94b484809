import { createReportReads } from '../../src/adapters/sqlite/threads/report-operations.ts';
import { serveReads } from '../../src/adapters/sqlite/threads/serve-reads.ts';
import { libraryQueries } from './library.ts';

serveReads((...context) => createReportReads(libraryQueries, ...context));
