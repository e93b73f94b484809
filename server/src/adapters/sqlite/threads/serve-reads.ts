import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadRequest } from '../../../lib/thread-messages.ts';
import { openDatabase } from '../connection/open-database.ts';
import { giveWay } from './give-way.ts';
import { createThreadJobs, type Steps, type ThreadJobs } from './thread-jobs.ts';

export interface ReaderOptions {
  file: string;
  /** The budget for the indexes of the accounts that searched last. */
  cacheBytes: number;
}

/** A read, which returns its result, or the steps to it. */
type Read = (argument: never) => unknown;

/** Maps each read to its operation for callers on other threads. */
export type OperationsOf<Reads> = {
  [Name in keyof Reads]: Reads[Name] extends (...argument: infer Argument) => infer Result
    ? (...argument: Argument) => Result extends Steps<infer Last> ? Last : Result
    : never;
};

/** Serves reads of the store file on this worker thread until it is closed. */
export function serveReads(
  createReads: (db: DatabaseSync, options: ReaderOptions, jobs: Pick<ThreadJobs, 'addInBackground'>) => object,
): void {
  const port = parentPort;
  if (!port) throw new Error('reads are served by worker threads only');
  giveWay();
  const options = workerData as ReaderOptions;
  const db = openDatabase(options.file, { readOnly: true });
  // Searches read each row once, so cached pages would be useless.
  db.exec('PRAGMA cache_size = -4000');
  const jobs = createThreadJobs(db, begin, (replies) => port.postMessage(replies));
  const readOf = new Map<string, Read>(Object.entries(createReads(db, options, jobs)));

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
