import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { convertErrors } from '../../../lib/convert-errors.ts';
import type { RecordReader, RecordStore } from '../../../ports/records.ts';
import { openDataDirectory } from '../connection/data-directory.ts';
import { DataDirectoryError } from '../connection/data-directory-error.ts';
import { openDatabase } from '../connection/open-database.ts';
import { keepServersOut, openReadOnly } from '../connection/read-only-store.ts';
import { toStoreError } from '../connection/sqlite-errors.ts';
import { hasStore, prepareStoreFile, requireVersion, storeFileName, withCondition } from '../connection/store-file.ts';
import type { MigrationOptions } from '../migrations/migrations.ts';
import { createRecordStore } from './record-store.ts';

/**
 * Opens a store for reading, and creates or changes no file. No server can start with it until it is closed.
 * @throws {DataDirectoryError}
 */
export function openSqliteRecordReader(directory: string): RecordReader {
  const path = resolve(directory);
  if (!hasStore(path)) throw new DataDirectoryError(`There is no store in ${path}.`);
  const lock = keepServersOut(path);
  const open = () => withCondition(join(path, storeFileName), () => openCurrent(path));
  return openRecords(open, () => lock?.close());
}

/**
 * Opens the store in a directory to write records, and creates it if necessary. No other process can use it.
 * @throws {DataDirectoryError}
 */
export function openSqliteRecordStore(directory: string, options: MigrationOptions = {}): RecordStore {
  const { path, release } = openDataDirectory(directory);
  return openRecords(() => openDatabase(prepareStoreFile(path, options)), release);
}

/** Opens a connection. The directory is released if that fails, and with the connection. */
function openRecords(open: () => DatabaseSync, release: () => void): RecordStore {
  try {
    const db = open();
    return {
      ...convertErrors(createRecordStore(db), toStoreError),
      async close() {
        db.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function openCurrent(path: string): DatabaseSync {
  const db = openReadOnly(path, { kind: 'none' });
  if (db === 'unrecovered') {
    throw new DataDirectoryError(
      `The store in ${path} was not closed, and its -shm file is gone. Start the server once, which recovers it.`,
    );
  }
  try {
    requireVersion(db, join(path, storeFileName));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
