import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { freeBytesOf as readFreeBytes } from '../../../lib/free-bytes.ts';
import { readableBytes } from '../../../lib/readable-bytes.ts';
import { syncPath } from '../../../lib/sync-path.ts';
import { findServer, openDataDirectory } from '../connection/data-directory.ts';
import { emptyLog, noteCompacted } from '../connection/erasures.ts';
import { openDatabase, readValue } from '../connection/open-database.ts';
import { DataDirectoryError } from '../connection/sqlite-errors.ts';
import {
  checkFormat,
  checkHeader,
  checkPages,
  createWhole,
  findStoreFile,
  markerName,
  sizeOf,
  storeFileName,
  withCondition,
  withDatabase,
} from '../connection/store-file.ts';

/** The disk space for a copy and a log with the headers of its pages, as a multiple of the size of the store. */
const shareForCompaction = 2.02;

export type BackedUp = ReturnType<typeof fill>;

/** Called when a step of a copy begins, which may take minutes for a large store. */
type OnStep = (step: 'copying' | 'verifying', bytes: number) => void;

/** Copies a store at one moment, even that of a running server, without deleted texts, and verifies the copy. */
export function backUpStore(directory: string, target: string, onStep: OnStep): BackedUp {
  const file = findStoreFile(resolve(directory));
  return fill(target, onStep, (draft) => {
    onStep('copying', statSync(file).size);
    {
      using db = openDatabase(file, { readOnly: true });
      db.prepare('VACUUM INTO ?').run(draft);
    }
    // Servers need this mode, and a copy made this way does not preserve it.
    withDatabase(draft, (copy) => {
      copy.exec('PRAGMA journal_mode = WAL');
      noteCompacted(copy);
    });
  });
}

/** Copies a backup into an empty directory, where a server can start with it. @throws {DataDirectoryError} */
export function restoreStore(backup: string, directory: string, onStep: OnStep): BackedUp {
  const source = join(resolve(backup), storeFileName);
  if (!existsSync(source)) throw new DataDirectoryError(`There is no ${storeFileName} in ${resolve(backup)}.`);
  if (existsSync(`${source}-wal`)) {
    const message = `${resolve(backup)} is a data directory that was not closed, and not a backup. Make one with mnema backup.`;
    throw new DataDirectoryError(message);
  }
  checkHeader(source);
  return fill(directory, onStep, (draft) => {
    onStep('copying', statSync(source).size);
    copyFileSync(source, draft);
  });
}

/** Makes a store file under another name, verifies it, and gives it its name at the end. */
function fill(directory: string, onStep: OnStep, make: (draft: string) => void) {
  const path = resolve(directory);
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new DataDirectoryError(`${path} is not empty. Choose a directory that is empty or does not exist.`);
  }
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const file = join(path, storeFileName);
  const memories = createWhole(file, (draft) => {
    withCondition(draft, () => make(draft));
    onStep('verifying', statSync(draft).size);
    const count = withDatabase(draft, (db) => {
      checkFormat(db);
      checkPages(db, draft);
      return readValue<number>(db, 'SELECT count(*) FROM memories') as number;
    });
    // A lost store is reported, and never replaced by an empty one.
    writeFileSync(join(path, markerName), '');
    return count;
  });
  syncPath(dirname(path));
  return { directory: path, bytes: statSync(file).size, memories };
}

/**
 * Rewrites a store, which erases the copies of deleted texts that SQLite left when it moved rows.
 * @param onStep receives the sizes of the store and of the needed disk space @throws {DataDirectoryError}
 */
export function compactStore(
  directory: string,
  onStep: (bytes: number, neededBytes: number) => void,
  freeBytesOf = readFreeBytes,
): { bytesBefore: number; bytes: number } {
  const file = findStoreFile(resolve(directory));
  const server = findServer(resolve(directory));
  if (server.kind === 'running') {
    const process = `a Mnema server (pid ${server.pid ?? 'unknown'})`;
    const message = `${file} is in use by ${process}. Compacting rewrites the whole file, and all writes would wait for that. Stop the server, run this again, then start it.`;
    throw new DataDirectoryError(message);
  }
  const { path, release } = openDataDirectory(directory);
  try {
    return withDatabase(file, (db) => {
      requireNoReader(db, file);
      const bytesBefore = sizeOf(db);
      // A copy and a log are next to the store, because another disk may be smaller or less protected.
      const needed = bytesBefore * shareForCompaction;
      const free = freeBytesOf(path);
      if (free < needed) {
        const message = `Compacting needs ${readableBytes(needed)} on the disk of ${path}, which has ${readableBytes(free)} left. Free some space.`;
        throw new DataDirectoryError(message);
      }
      onStep(bytesBefore, needed);
      db.exec(`PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${path.replaceAll("'", "''")}'; VACUUM`);
      requireNoReader(db, file);
      noteCompacted(db);
      return { bytesBefore, bytes: sizeOf(db) };
    });
  } finally {
    release();
  }
}

/** Empties the log. @throws {DataDirectoryError} if another process needs it, and with it the deleted texts */
function requireNoReader(db: DatabaseSync, file: string): void {
  if (emptyLog(db)) return;
  const message = `Another process still reads ${file}, such as mnema backup or sqlite3, and sees the deleted texts. Run this again when it has ended.`;
  throw new DataDirectoryError(message);
}
