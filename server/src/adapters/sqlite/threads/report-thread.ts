import { createReportReads } from './report-operations.ts';
import { serveReads } from './serve-reads.ts';

serveReads(createReportReads);
