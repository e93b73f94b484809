import type { DatabaseSync } from 'node:sqlite';
import type { Queries } from '../../../ports/record-store.ts';
import { createPageReads } from '../records/page-reads.ts';
import { type Call, runQuery } from '../records/run-command.ts';
import type { OperationsOf, ReaderOptions } from './serve-reads.ts';
import type { ThreadJobs } from './thread-jobs.ts';

export type ReportOperations = OperationsOf<ReturnType<typeof createReportReads>>;

/** Creates the reads that wait for no search: queries and their pages. */
export function createReportReads(
  queries: Queries,
  db: DatabaseSync,
  { file }: ReaderOptions,
  jobs: Pick<ThreadJobs, 'addInBackground'>,
) {
  return { ...createPageReads(file, queries, jobs), query: (call: Call) => runQuery(db, queries, call) };
}
