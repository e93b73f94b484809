import { chmodSync, closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { syncPath } from '../../../lib/sync-path.ts';
import type { AnyKind } from '../../../ports/record-store.ts';
import { earlierFormatMessage, storeFormat } from '../../store-kit/store-format.ts';
import { createTables } from '../records/create-tables.ts';
import { openDatabase, readValue } from './open-database.ts';
import { DataDirectoryError, storeCondition } from './sqlite-errors.ts';

/** The number that marks a store file ("MNM1") among other SQLite files. */
const applicationId = 0x4d4e4d31;
/** The mark of all earlier formats ("MNMA"). */
const earlierApplicationId = 0x4d4e4d41;
const applicationIdOffset = 68;
const headerBytes = 100;
/** The maximum size of a file whose pages are all checked at the start, which takes only a moment. */
const wholeCheckBytes = 64 * 1024 * 1024;

export const storeFileName = 'mnema.db';
/** The name of a file that marks a created store, so that a lost store file is reported instead of replaced. */
export const markerName = 'mnema.created';

/** Returns a sound store file with the tables of the kinds. It never replaces one. @throws {DataDirectoryError} */
export function prepareStoreFile(directory: string, kinds: readonly AnyKind[]): string {
  const file = join(directory, storeFileName);
  const marker = join(directory, markerName);
  if (!hasStore(directory)) createWhole(file, (draft) => withDatabase(draft, markStore));
  withDatabase(file, (db) => {
    checkFormat(db);
    db.exec('BEGIN IMMEDIATE');
    // SQLite opens a file that may not be written for reads alone, and reports it when something is written.
    db.exec(`PRAGMA user_version = ${storeFormat}`);
    createTables(db, kinds);
    db.exec('COMMIT');
    if (sizeOf(db) <= wholeCheckBytes) checkPages(db, file);
  });
  if (!existsSync(marker)) writeFileSync(marker, '');
  return file;
}

/** Whether there is a store. @throws {DataDirectoryError} if a store was created and its file is gone */
export function hasStore(directory: string): boolean {
  const file = join(directory, storeFileName);
  if (existsSync(file)) return true;
  // A log without its store contains acknowledged writes, and a new store must never use an old log.
  if (!existsSync(join(directory, markerName)) && !existsSync(`${file}-wal`)) return false;
  const message = `${file} is missing, although a store was created in this directory. Restore it from a backup, or choose another MNEMA_DATA_DIR.`;
  throw new DataDirectoryError(message);
}

/** Finds a store file of this format, for a process that runs next to the server. @throws {DataDirectoryError} */
export function findStoreFile(directory: string): string {
  const file = join(directory, storeFileName);
  if (!existsSync(file)) {
    const message = `There is no store in ${directory}. Start the server once, or set MNEMA_DATA_DIR to the directory it uses.`;
    throw new DataDirectoryError(message);
  }
  checkHeader(file);
  withDatabase(file, checkFormat);
  return file;
}

function markStore(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${storeFormat}`);
  // Before this last step, no part of the store is in a log, which would keep the old name.
  db.exec('PRAGMA journal_mode = WAL');
}

/** Makes a store file under another name, and renames it at the end, so that a crash cannot leave half a store. */
export function createWhole<Result>(file: string, make: (draft: string) => Result): Result {
  const draft = `${file}.new`;
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  };
  remove();
  try {
    const result = make(draft);
    // SQLite gives its own files next to the store the same mode, so only this user may read texts.
    chmodSync(draft, 0o600);
    syncPath(draft);
    renameSync(draft, file);
    syncPath(dirname(file));
    return result;
  } catch (error) {
    remove();
    throw error;
  }
}

export function sizeOf(db: DatabaseSync): number {
  return readValue<number>(db, 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size') as number;
}

/** Reads every page. @throws {DataDirectoryError} if the file is damaged */
export function checkPages(db: DatabaseSync, file: string): void {
  const problem = readValue<string>(db, 'PRAGMA quick_check(1)');
  if (problem !== 'ok') throw damaged(file, String(problem).replaceAll(/\s+/g, ' '));
}

/** @throws {DataDirectoryError} unless the store has the format of this version */
export function checkFormat(db: DatabaseSync): void {
  const application = readValue<number>(db, 'PRAGMA application_id');
  const format = readValue<number>(db, 'PRAGMA user_version') ?? 0;
  if (application !== applicationId || format === 0) {
    const message = `${storeFileName} in this directory is not a Mnema store. Choose another MNEMA_DATA_DIR.`;
    throw new DataDirectoryError(message);
  }
  if (format > storeFormat) {
    const message = `The store was written by a newer version of Mnema (format ${format}; this one knows up to ${storeFormat}). Upgrade Mnema, or choose another MNEMA_DATA_DIR.`;
    throw new DataDirectoryError(message);
  }
}

/** Opens a store file for one use. @throws {DataDirectoryError} for an error of the disk or the file */
export function withDatabase<Result>(file: string, use: (db: DatabaseSync) => Result): Result {
  return withCondition(file, () => {
    using db = openDatabase(file);
    return use(db);
  });
}

/** Converts an error of the disk or the file to one message for the operator. */
export function withCondition<Result>(file: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const condition = storeCondition(error);
    throw condition ? new DataDirectoryError(`${file}: ${condition}.`, { cause: error }) : error;
  }
}

/**
 * Checks the file before SQLite opens it, because SQLite would treat an empty file as a new database. A store of an
 * earlier format stays untouched, whose log SQLite would write into it. @throws {DataDirectoryError}
 */
export function checkHeader(file: string): void {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw damaged(file, 'it does not begin with the header of a database');
  if (header.readInt32BE(applicationIdOffset) === earlierApplicationId) {
    throw new DataDirectoryError(earlierFormatMessage(file));
  }
}

function damaged(file: string, why: string): DataDirectoryError {
  const message = `${file} is damaged (${why}). Restore it from a backup; to start empty on purpose, move it and its -wal file away together with ${markerName}.`;
  return new DataDirectoryError(message);
}
