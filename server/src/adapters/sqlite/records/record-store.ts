import { convertErrors } from '../../../lib/convert-errors.ts';
import type { Thread } from '../../../lib/create-thread.ts';
import type { Commands, OpenPages, Queries, Reader, RecordStore } from '../../../ports/record-store.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import { toStoreError } from '../connection/sqlite-errors.ts';
import { createRecordReader } from './read-records.ts';
import type { Call } from './run-command.ts';

interface RecordThreads {
  snapshot: Snapshot;
  /** Runs commands. */
  writer: Pick<Thread<{ command(call: Call): unknown }>, 'run'>;
  /** Runs queries. */
  reporter: Pick<Thread<{ query(call: Call): unknown }>, 'run'>;
  openPages(call: Call): Promise<OpenPages<unknown>>;
  now(): number;
}

/** Stores records in SQLite. Reads run on the calling thread; they are point reads and short pages. */
export function createRecordStore<C extends Commands, Q extends Queries>({
  snapshot,
  writer,
  reporter,
  openPages,
  now,
}: RecordThreads): RecordStore<C, Q> {
  const onSnapshot =
    (name: keyof Reader) =>
    (...args: unknown[]) =>
      snapshot.read((db) => (createRecordReader(db, now)[name] as (...args: unknown[]) => unknown)(...args));
  const reads = ['get', 'getMany', 'scan', 'distinct', 'count', 'position'] as const;
  const reader = Object.fromEntries(reads.map((name) => [name, onSnapshot(name)])) as unknown as Reader;
  return {
    ...convertErrors(reader, toStoreError),
    run: (accountId, name, input) => writer.run(accountId, 'command', { accountId, name, input, now: now() }),
    query: (accountId, name, input) => reporter.run(accountId, 'query', { accountId, name, input, now: now() }),
    openPages: (accountId, name, input) => openPages({ accountId, name, input, now: now() }),
  } as RecordStore<C, Q>;
}
