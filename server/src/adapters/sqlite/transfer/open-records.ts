import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { convertErrors } from '../../../lib/convert-errors.ts';
import type { Commands, Queries, RecordStore } from '../../../ports/record-store.ts';
import type { StoreDomain } from '../../store-kit/open-store.ts';
import { keepServersOut, openDataDirectory, openReadOnly } from '../connection/data-directory.ts';
import { openDatabase } from '../connection/open-database.ts';
import { rollBack } from '../connection/snapshot.ts';
import { DataDirectoryError, toStoreError } from '../connection/sqlite-errors.ts';
import { hasStore, prepareStoreFile } from '../connection/store-file.ts';
import { applyWrites } from '../records/apply-writes.ts';
import { createRecordReader } from '../records/read-records.ts';
import { runCommand, runQuery } from '../records/run-command.ts';

/** A store on this thread, for a process that does nothing else. It has all records, even those that have expired. */
type OpenRecords<C extends Commands, Q extends Queries> = Omit<RecordStore<C, Q>, 'openPages'> & {
  close(): Promise<void>;
};

/** Opens a store for reading, without a change of a file. No server can start with it until it is closed. */
export function openSqliteRecordReader<C extends Commands, Q extends Queries>(
  directory: string,
  domain: StoreDomain<C, Q>,
): Omit<OpenRecords<C, Q>, 'run'> {
  const path = resolve(directory);
  if (!hasStore(path)) throw new DataDirectoryError(`There is no store in ${path}.`);
  const lock = keepServersOut(path);
  const open = () => {
    const db = openReadOnly(path, { kind: 'none' });
    if (db) return db;
    throw new DataDirectoryError(
      `The store in ${path} was not closed, and its -shm file is gone. Start the server once, which recovers it.`,
    );
  };
  return openRecords(open, () => lock?.close(), domain);
}

/** Opens a store for writing, and creates it if necessary. No other process can use it. */
export function openSqliteRecordStore<C extends Commands, Q extends Queries>(
  directory: string,
  domain: StoreDomain<C, Q>,
): OpenRecords<C, Q> {
  const { path, release } = openDataDirectory(directory);
  return openRecords(() => openDatabase(prepareStoreFile(path, domain.kinds)), release, domain);
}

/** Before all times, so that no record has expired. */
const now = -1;

/** Opens a connection. The directory is released if that fails, and with the connection. */
function openRecords<C extends Commands, Q extends Queries>(
  open: () => DatabaseSync,
  release: () => void,
  { commands, queries }: StoreDomain<C, Q>,
): OpenRecords<C, Q> {
  let db: DatabaseSync;
  try {
    db = open();
  } catch (error) {
    release();
    throw error;
  }
  const records: Omit<RecordStore<C, Q>, 'openPages'> = {
    ...createRecordReader(db, () => now),
    async run(accountId, name, input) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const { result, writes } = await runCommand(db, commands, { accountId, name, input, now });
        applyWrites(db, writes);
        db.exec('COMMIT');
        return result as never;
      } catch (error) {
        rollBack(db);
        throw error;
      }
    },
    query: (accountId, name, input) => runQuery(db, queries, { accountId, name, input, now }) as Promise<never>,
  };
  const close = async () => {
    db.close();
    release();
  };
  return { ...convertErrors(records, toStoreError), close };
}
