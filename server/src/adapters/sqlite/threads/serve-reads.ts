import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadRequest } from '../../../lib/create-thread.ts';
import { giveWay } from '../../../lib/give-way.ts';
import type { Queries } from '../../../ports/record-store.ts';
import { openDatabase } from '../connection/open-database.ts';
import { createPageReads } from '../records/page-reads.ts';
import { type Call, runQuery } from '../records/run-command.ts';
import { createThreadJobs, type Steps, type ThreadJobs } from './thread-jobs.ts';

export interface ReaderOptions {
  file: string;
  /** The budget for the indexes of the accounts that searched last. */
  cacheBytes: number;
}

export type ReadContext = [db: DatabaseSync, options: ReaderOptions, jobs: Pick<ThreadJobs, 'addInBackground'>];

/** Maps each read, which returns its result or the steps to it, to its operation for callers on other threads. */
export type OperationsOf<Reads> = {
  [Name in keyof Reads]: Reads[Name] extends (...argument: infer Argument) => infer Result
    ? (...argument: Argument) => Result extends Steps<infer Last> ? Last : Awaited<Result>
    : never;
};

export type ReportOperations = OperationsOf<ReturnType<typeof createReports>>;

function createReports(queries: Queries, ...[db, { file }, jobs]: ReadContext) {
  return { ...createPageReads(file, queries, jobs), query: (call: Call) => runQuery(db, queries, call) };
}

/** Serves the reads that wait for no search: queries and their pages. */
export function serveQueries(queries: Queries): void {
  serveReads((...context) => createReports(queries, ...context));
}

/** Serves reads of the store file on this worker thread until it is closed. */
export function serveReads(createReads: (...context: ReadContext) => object): void {
  const port = parentPort;
  if (!port) throw new Error('reads are served by worker threads only');
  giveWay();
  const options = workerData as ReaderOptions;
  const db = openDatabase(options.file, { readOnly: true });
  const jobs = createThreadJobs(db, begin, (replies) => port.postMessage(replies));
  const readOf = new Map<string, (argument: never) => unknown>(Object.entries(createReads(db, options, jobs)));

  function* begin({ operation, argument }: ThreadRequest): Steps<unknown> {
    const read = readOf.get(operation);
    if (!read) throw new Error(`the store has no operation ${operation}`);
    const result = read(argument as never);
    return result instanceof Iterator ? yield* result as Steps<unknown> : result;
  }

  port.on('message', (message: ThreadMessage) => {
    if (message !== 'close') return jobs.add(message);
    jobs.stop();
    db.close();
    port.close();
  });
}
