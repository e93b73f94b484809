import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadRequest } from '../../../lib/thread-messages.ts';
import { openDatabase } from '../connection/open-database.ts';
import { giveWay } from './give-way.ts';
import { createThreadJobs, type Steps, type ThreadJobs } from './thread-jobs.ts';

export interface ReaderOptions {
  file: string;
  /** Limits the indexes in memory, which are those of the accounts that searched last. */
  cacheBytes: number;
}

type Read = (argument: never) => Steps<unknown>;

/** Maps reads to the operations that other threads call. */
export type OperationsOf<Reads> = {
  [Name in keyof Reads]: Reads[Name] extends (...argument: infer Argument) => Steps<infer Result>
    ? (...argument: Argument) => Result
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
  const jobs = createThreadJobs(db, begin, (replies) => port.postMessage(replies));
  const readOf = new Map<string, Read>(Object.entries(createReads(db, options, jobs)));

  function* begin({ operation, argument }: ThreadRequest): Steps<unknown> {
    const read = readOf.get(operation);
    if (!read) throw new Error(`the store has no operation ${operation}`);
    return yield* read(argument as never);
  }

  port.on('message', (message: ThreadMessage) => {
    if (message !== 'close') return jobs.add(message);
    jobs.stop();
    db.close();
    port.close();
  });
}

/** Turns a function into a read of one step. */
export function inOneStep<Argument extends unknown[], Result>(
  read: (...argument: Argument) => Result,
): (...argument: Argument) => Steps<Result> {
  // biome-ignore lint/correctness/useYield: only a read of several steps yields
  return function* steps(...argument) {
    return read(...argument);
  };
}
