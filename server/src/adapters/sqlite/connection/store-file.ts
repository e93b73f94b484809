import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrations/migrations.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { openDatabase } from './open-database.ts';
import { storeCondition } from './sqlite-errors.ts';

/** "MNMA": tells a store file from any other SQLite file. */
const applicationId = 0x4d4e4d41;
/** A whole check reads every page: up to this size it is over before anyone notices. */
const wholeCheckBytes = 64 * 1024 * 1024;

export const storeFileName = 'mnema.db';
/** Says that a store was made here, so that a store file that has gone is noticed instead of replaced. */
export const markerName = 'mnema.created';

/**
 * Makes sure that `directory` holds a sound store file of this version and returns its path. Creates it only where
 * none has ever been; never replaces one.
 * @throws {DataDirectoryError}
 */
export function prepareStoreFile(directory: string): string {
  const file = join(directory, storeFileName);
  const marker = join(directory, markerName);
  if (!hasStore(directory)) createStoreFile(file);
  checkHeader(file);
  migrate(file);
  if (!existsSync(marker)) writeFileSync(marker, '');
  return file;
}

/** Whether there is a store. @throws {DataDirectoryError} when there was one, and its file is gone */
export function hasStore(directory: string): boolean {
  const file = join(directory, storeFileName);
  if (existsSync(file)) return true;
  // A log without its store holds writes that were acknowledged; and a new store must never meet an old log.
  if (!existsSync(join(directory, markerName)) && !existsSync(`${file}-wal`)) return false;
  throw new DataDirectoryError(
    `${file} is missing, although a store was created in this directory. Restore it from a backup, or choose another MNEMA_DATA_DIR.`,
  );
}

/**
 * The path of an existing store file of exactly this version, for a process that works beside the server.
 * @throws {DataDirectoryError}
 */
export function findStoreFile(directory: string): string {
  const file = join(directory, storeFileName);
  if (!existsSync(file)) {
    throw new DataDirectoryError(
      `There is no store in ${directory}. Start the server once, or set MNEMA_DATA_DIR to the directory it uses.`,
    );
  }
  checkHeader(file);
  opened(file, (db) => requireVersion(db, file));
  return file;
}

/** @throws {DataDirectoryError} unless the store has exactly this version */
export function requireVersion(db: DatabaseSync, file: string): void {
  if (readVersion(db) < migrations.length) {
    throw new DataDirectoryError(`${file} was written by an older version. Start the server once to upgrade it.`);
  }
}

/** Built under another name and renamed when complete, so that a crash can't leave half a store behind. */
function createStoreFile(file: string): void {
  const draft = `${file}.new`;
  // The files that SQLite puts beside it get the same mode: texts are for this user only.

  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  withCondition(file, () => {
    const db = new DatabaseSync(draft);
    try {
      db.exec(`PRAGMA synchronous = FULL; PRAGMA application_id = ${applicationId};`);
      upgrade(db, 0);
      // Last: until here everything is in the one file that is renamed, and nothing in a log beside it.
      db.exec('PRAGMA journal_mode = WAL');
    } finally {
      db.close();
    }
  });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  flushDirectory(join(file, '..'));
}

function migrate(file: string): void {
  opened(file, (db) => {
    const version = readVersion(db);
    if (version < migrations.length) upgrade(db, version);
    if (statSync(file).size <= wholeCheckBytes) checkPages(db, file);
  });
}

/** Reads every page. @throws {DataDirectoryError} when the file is damaged */
export function checkPages(db: DatabaseSync, file: string): void {
  const problem = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
  if (problem !== 'ok') throw damaged(file, String(problem).replaceAll(/\s+/g, ' '));
}

function upgrade(db: DatabaseSync, from: number): void {
  db.exec('BEGIN IMMEDIATE');
  for (const statements of migrations.slice(from)) db.exec(statements);
  db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}

export function readVersion(db: DatabaseSync): number {
  const { application_id: application } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (application !== applicationId || version === 0) {
    throw new DataDirectoryError(
      `${storeFileName} in this directory is not a Mnema store. Choose another MNEMA_DATA_DIR.`,
    );
  }
  if (version > migrations.length) {
    throw new DataDirectoryError(
      `The store was written by a newer version of Mnema (format ${version}; this one knows up to ${migrations.length}). Upgrade Mnema, or choose another MNEMA_DATA_DIR.`,
    );
  }
  return version;
}

function opened<Result>(file: string, use: (db: DatabaseSync) => Result): Result {
  return withCondition(file, () => {
    const db = openDatabase(file);
    try {
      return use(db);
    } finally {
      db.close();
    }
  });
}

/** A disk or file that fails becomes one message for the operator. */
export function withCondition<Result>(file: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const condition = storeCondition(error);
    throw condition ? new DataDirectoryError(`${file}: ${condition}.`, { cause: error }) : error;
  }
}

/** SQLite takes an empty or missing header for a new database and would start afresh: look before it does. */
export function checkHeader(file: string): void {
  if (!isDatabaseFile(file)) throw damaged(file, 'it does not begin like a database');
}

function isDatabaseFile(file: string): boolean {
  const header = Buffer.alloc(16);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return header.toString('latin1') === 'SQLite format 3\0';
}

function damaged(file: string, why: string): DataDirectoryError {
  return new DataDirectoryError(
    `${file} is damaged (${why}). Restore it from a backup; to start empty on purpose, move it and its -wal file away together with ${markerName}.`,
  );
}

function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
