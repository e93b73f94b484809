import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { convertErrors } from '../../../lib/convert-errors.ts';
import type { RecordReader, RecordStore } from '../../../ports/records.ts';
import { lockName, openDataDirectory } from '../connection/data-directory.ts';
import { DataDirectoryError } from '../connection/data-directory-error.ts';
import { inspectServer, readableAddress, sizeOf } from '../connection/inspect-store.ts';
import { openDatabase } from '../connection/open-database.ts';
import { isSqliteError, storeCondition, toStoreError } from '../connection/sqlite-errors.ts';
import { isDatabaseFile, prepareStoreFile, readVersion, storeFileName } from '../connection/store-file.ts';
import { migrations } from '../migrations/migrations.ts';
import { createRecordReader, createRecordWriter } from './record-store.ts';

/**
 * Opens a store to read it, creating and changing nothing. Until it is closed, no server can start with it.
 * @throws {DataDirectoryError}
 */
export function openSqliteRecordReader(directory: string): RecordReader {
  const path = resolve(directory);
  const file = join(path, storeFileName);
  if (!existsSync(file)) throw new DataDirectoryError(`There is no store in ${path}.`);
  const lock = shareLock(path);
  let db: DatabaseSync | undefined;
  try {
    if (!isDatabaseFile(file)) throw new DataDirectoryError(`${file} is damaged: it does not begin like a database.`);
    const address = readableAddress(file, { kind: 'none' }, sizeOf(`${file}-wal`));
    if (!address) {
      throw new DataDirectoryError(
        `The store in ${path} was not closed, and its -shm file is gone. Start the server once, which recovers it.`,
      );
    }
    db = new DatabaseSync(address, { readOnly: true });
    if (readVersion(db) < migrations.length) {
      throw new DataDirectoryError(`${file} was written by an older version. Start the server once to upgrade it.`);
    }
    const opened = db;
    return {
      ...convertErrors(createRecordReader(opened), toStoreError),
      async close() {
        opened.close();
        lock?.close();
      },
    };
  } catch (error) {
    db?.close();
    lock?.close();
    throw toDirectoryError(file, error);
  }
}

/**
 * Opens the store in a directory to copy into it, creating it where there is none, for this process alone.
 * @throws {DataDirectoryError}
 */
export function openSqliteRecordStore(directory: string): RecordStore {
  const claimed = openDataDirectory(directory);
  try {
    const db = openDatabase(prepareStoreFile(claimed.path));
    return {
      ...convertErrors({ ...createRecordReader(db), ...createRecordWriter(db) }, toStoreError),
      async close() {
        db.close();
        claimed.release();
      },
    };
  } catch (error) {
    claimed.release();
    throw error;
  }
}

/** A server wants the lock for itself: it does not get it as long as this is held. undefined: no server has ever been there. */
function shareLock(path: string): DatabaseSync | undefined {
  const server = inspectServer(path);
  const inUse = (pid: number | null) =>
    new DataDirectoryError(`${path} is in use by a Mnema server (pid ${pid ?? 'unknown'}). Stop it first.`);
  if (server.kind === 'running') throw inUse(server.pid);
  if (server.kind === 'unknown')
    throw new DataDirectoryError(`Nothing tells whether a server uses ${path}: ${server.reason}.`);
  const file = join(path, lockName);
  if (!existsSync(file)) return undefined;
  const lock = new DatabaseSync(pathToFileURL(file), { readOnly: true });
  try {
    lock.exec('BEGIN');
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return lock;
  } catch (error) {
    lock.close();
    if (isSqliteError(error) && (error.errcode & 0xff) === 5) throw inUse(null);
    throw error;
  }
}

function toDirectoryError(file: string, error: unknown): unknown {
  const condition = storeCondition(error);
  return condition ? new DataDirectoryError(`${file}: ${condition}.`, { cause: error }) : error;
}
