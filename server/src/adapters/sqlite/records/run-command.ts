import type { DatabaseSync } from 'node:sqlite';
import type { AnyKind, Commands, Queries, Reader } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';
import { inTransaction, type TransactionOptions } from '../../store-kit/transaction.ts';
import { createRecordReader } from './read-records.ts';

/** A call of a command or a query, with its time in milliseconds since the epoch. */
export interface Call {
  accountId: string;
  name: string;
  input: unknown;
  now: number;
}

/** Runs a command in the open transaction. @param apply applies its writes there */
export async function runCommand(
  db: DatabaseSync,
  commands: Commands,
  { name, input, now }: Call,
  apply: TransactionOptions['apply'],
): Promise<unknown> {
  const command = commands[name];
  if (!command) throw new Error(`the store has no command ${name}`);
  const { reader, lock } = readerAt(db, now);
  const options = { now, forSearch: false, lock, apply };
  return inTransaction(reader, options, (transaction) => completed(name, command(transaction, input)));
}

/** Runs a query in the open transaction, whose reads see one state of the store. The rules of commands apply. */
export async function runQuery(db: DatabaseSync, queries: Queries, { name, input, now }: Call): Promise<unknown> {
  const query = queries[name];
  if (!query) throw new Error(`the store has no query ${name}`);
  return completed(name, query(readerAt(db, now).reader, input));
}

interface TimedReader {
  reader: Reader;
  lock(kind: AnyKind, key: Fields): Promise<Fields | undefined>;
  now: number;
}

const readers = new WeakMap<DatabaseSync, TimedReader>();

/** Returns the reader of a connection. It has one, because its works run one after the other. So no lock waits. */
function readerAt(db: DatabaseSync, now: number): TimedReader {
  const known = readers.get(db);
  if (known) {
    known.now = now;
    return known;
  }
  const reader = createRecordReader(db, () => timed.now);
  const timed: TimedReader = { reader, lock: (kind, key) => reader.get(kind, key as never), now };
  readers.set(db, timed);
  return timed;
}

let running: { name: string; reject(error: Error): void } | undefined;
let isWatched = false;

/**
 * Rejects unless the work ends before the event loop continues. Reads of SQLite end at once. A thread runs one work after
 * the other, so a single watch serves all of one turn of the loop.
 */
function completed<Result>(name: string, work: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  running = { name, reject };
  if (!isWatched) setImmediate(rejectStalled);
  isWatched = true;
  const ended =
    <Outcome>(complete: (outcome: Outcome) => void) =>
    (outcome: Outcome) => {
      running = undefined;
      complete(outcome);
    };
  work.then(ended(resolve), ended(reject));
  return promise;
}

function rejectStalled(): void {
  isWatched = false;
  running?.reject(new Error(`${running.name} awaits something else than the store`));
  running = undefined;
}
