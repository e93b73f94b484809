import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ServerState } from '../../store-kit/store-diagnosis.ts';
import { DataDirectoryError, isLocked } from './sqlite-errors.ts';
import { checkFormat, checkHeader, storeFileName, withCondition } from './store-file.ts';

const lockName = 'lock.db';
const lockHolderName = 'lock.pid';

/**
 * Takes the directory for this process, and creates it if necessary. The lock is an exclusive transaction on a separate
 * file, because Node has no flock. The operating system drops it with the process. @throws {DataDirectoryError}
 */
export function openDataDirectory(directory: string) {
  const path = resolve(directory);
  const file = join(path, storeFileName);
  // A store of an earlier format is rejected before the lock changes a file.
  if (existsSync(file)) checkHeader(file);
  makeWritable(path);
  const lock = takeLock(path);
  return { path, release: () => lock.close() };
}

function takeLock(path: string): DatabaseSync {
  const file = join(path, lockName);
  let lock: DatabaseSync | undefined;
  try {
    // Two servers that start at the same moment can both fail to lock. Each tries again until the timeout.
    lock = new DatabaseSync(file, { timeout: 300 });
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    writeFileSync(join(path, lockHolderName), `${process.pid}\n`);
    return lock;
  } catch (error) {
    lock?.close();
    if (!isLocked(error)) {
      throw new DataDirectoryError(`${file} can't be locked: ${(error as Error).message}.`, { cause: error });
    }
    const pid = readLockHolder(path) ?? 'unknown';
    const message = `${path} is in use by another Mnema server (pid ${pid}). Stop it, or set MNEMA_DATA_DIR to another directory.`;
    throw new DataDirectoryError(message);
  }
}

const unusable: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['ENOSPC'], 'the disk is full: free some space'],
  [['EROFS', 'EACCES', 'EPERM', 'ENOENT'], 'it is not writable: make it writable for this user'],
  [['ENOTDIR', 'EEXIST'], 'it is not a directory'],
];

/** Writes a file to probe the directory, because an existing file may be read-only, or its disk full. */
function makeWritable(path: string): void {
  try {
    makeDirectory(path);
    writeFileSync(join(path, 'lock.probe'), 'x'.repeat(4096), { flush: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, reason = message] = unusable.find(([codes]) => codes.includes(code ?? '')) ?? [];
    const problem = `The data directory ${path} can't be used: ${reason}, or set MNEMA_DATA_DIR to another one.`;
    throw new DataDirectoryError(problem, { cause: error });
  }
}

/** Creates one directory at a time. Node's `recursive` never ends if a directory rejects with ENOENT, as in /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another server that starts at this moment may have created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Reads the pid of the process that has the lock; null for a moment after the lock is taken. */
function readLockHolder(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(path, lockHolderName), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

export function findServer(path: string): ServerState {
  const { server, lock } = lockShared(path);
  lock?.close();
  return server;
}

/** Keeps servers out of a directory until the returned lock is closed; undefined where none has ever been. */
export function keepServersOut(path: string): DatabaseSync | undefined {
  const { server, lock } = lockShared(path);
  if (server.kind === 'running') {
    const message = `${path} is in use by a Mnema server (pid ${server.pid ?? 'unknown'}). Stop it first.`;
    throw new DataDirectoryError(message);
  }
  if (server.kind === 'none') return lock;
  throw new DataDirectoryError(`It is unknown whether a server uses ${path}: ${server.reason}.`);
}

/** A server has an exclusive transaction on the lock file. If a process can read the file, no server is running. */
function lockShared(path: string): { server: ServerState; lock?: DatabaseSync } {
  const file = join(path, lockName);
  if (!existsSync(file)) return { server: { kind: 'none' } };
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(pathToFileURL(file), { readOnly: true });
    lock.exec('BEGIN');
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { server: { kind: 'none' }, lock };
  } catch (error) {
    lock?.close();
    if (isLocked(error)) return { server: { kind: 'running', pid: readLockHolder(path) } };
    return { server: { kind: 'unknown', reason: `${file}: ${(error as Error).message}` } };
  }
}

/**
 * Opens the store file of a directory without writing any file, as SQLite does even to read. After a crash the log is
 * read with an index in memory. A clean stop leaves no log. Returns undefined if the log has writes and its index is
 * lost, which only a server makes again. @throws {DataDirectoryError}
 */
export function openReadOnly(path: string, server: ServerState): DatabaseSync | undefined {
  const file = join(path, storeFileName);
  checkHeader(file);
  const address = pathToFileURL(file);
  const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (server.kind !== 'running') {
    if (existsSync(`${file}-shm`)) address.search = '?readonly_shm=1';
    else if (logBytes === 0) address.search = '?immutable=1';
    else return undefined;
  }
  return withCondition(file, () => {
    using opening = new DisposableStack();
    const db = opening.use(new DatabaseSync(address, { readOnly: true, timeout: 5_000 }));
    checkFormat(db);
    opening.move();
    return db;
  });
}
