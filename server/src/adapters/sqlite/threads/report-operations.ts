import type { DatabaseSync } from 'node:sqlite';
import type { RequestQuery } from '../../../ports/request-log.ts';
import type { Month } from '../../../ports/usage-store.ts';
import { listRequests, newestExcessRequest, sumRequests } from '../requests/read-requests.ts';
import { createExportReads } from '../transfer/export-reads.ts';
import { readUsage } from '../usage/read-usage.ts';
import type { OperationsOf, ReaderOptions } from './serve-reads.ts';
import type { ThreadJobs } from './thread-jobs.ts';

export type ReportOperations = OperationsOf<ReturnType<typeof createReportReads>>;

export function createReportReads(
  db: DatabaseSync,
  { file }: ReaderOptions,
  jobs: Pick<ThreadJobs, 'addInBackground'>,
) {
  return {
    ...createExportReads(file, jobs),
    listRequests: (query: RequestQuery) => listRequests(db, query),
    newestExcessRequest: (which: Parameters<typeof newestExcessRequest>[1]) => newestExcessRequest(db, which),
    sumRequests: (range: Parameters<typeof sumRequests>[1]) => sumRequests(db, range),
    usage: (query: { accountId: string; month: Month }) => readUsage(db, query),
  };
}
