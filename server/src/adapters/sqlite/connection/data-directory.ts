import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirectoryError } from './data-directory-error.ts';
import { isSqliteError } from './sqlite-errors.ts';

export interface DataDirectory {
  path: string;
  release(): void;
}

export const lockName = 'lock.db';
export const lockHolderName = 'lock.pid';

/**
 * Takes the directory for this process, creating it if need be. The lock is an exclusive transaction on a file of its
 * own: Node has no flock, and the operating system drops SQLite's lock with the process, also after kill -9.
 * @throws {DataDirectoryError} when it can't be written or another server has it
 */
export function openDataDirectory(directory: string): DataDirectory {
  const path = resolve(directory);
  makeWritable(path);
  const lock = takeLock(path);
  try {
    writeFileSync(join(path, lockHolderName), `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw error;
  }
  return { path, release: () => lock.close() };
}

function takeLock(path: string): DatabaseSync {
  const file = join(path, lockName);
  let lock: DatabaseSync | undefined;
  try {
    // Two that start in the same moment can push each other away: then each tries again for a little while.
    lock = new DatabaseSync(file, { timeout: 300 });
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (!isSqliteError(error) || (error.errcode & 0xff) !== 5) {
      throw new DataDirectoryError(`${file} can't be locked: ${(error as Error).message}.`, { cause: error });
    }
    throw new DataDirectoryError(
      `${path} is in use by another Mnema server (pid ${readLockHolder(path)}). Stop it, or set MNEMA_DATA_DIR to another directory.`,
    );
  }
}

/** Creating is not enough: a directory that is there may be read-only, or its disk full. */
function makeWritable(path: string): void {
  try {
    makeDirectory(path);
    writeFileSync(join(path, 'lock.probe'), 'x'.repeat(4096), { flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOSPC'
        ? 'the disk is full: free some space'
        : code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'ENOENT'
          ? 'it is not writable: make it writable for this user'
          : code === 'ENOTDIR' || code === 'EEXIST'
            ? 'it is not a directory'
            : (error as Error).message;
    throw new DataDirectoryError(
      `The data directory ${path} can't be used: ${reason}, or set MNEMA_DATA_DIR to another one.`,
      {
        cause: error,
      },
    );
  }
}

/** Step by step: Node's `recursive` goes round for ever where a directory that is there rejects with ENOENT, as /proc does. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another server that starts in this moment may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readLockHolder(path: string): string {
  try {
    return readFileSync(join(path, lockHolderName), 'utf8').trim() || 'unknown';
  } catch {
    // The owner takes the lock a moment before it writes its pid.
    return 'unknown';
  }
}
