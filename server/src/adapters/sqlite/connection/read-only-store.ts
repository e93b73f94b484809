import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ServerState } from '../../store-kit/store-diagnosis.ts';
import { lockName, readLockHolder } from './data-directory.ts';
import { DataDirectoryError, isLocked } from './sqlite-errors.ts';
import { checkFormat, checkHeader, storeFileName, withCondition } from './store-file.ts';

export function findServer(path: string): ServerState {
  const { server, lock } = lockShared(path);
  lock?.close();
  return server;
}

/**
 * Prevents servers from starting in a directory until the returned lock is closed.
 * @returns undefined where no server has ever been
 * @throws {DataDirectoryError} when a server uses it
 */
export function keepServersOut(path: string): DatabaseSync | undefined {
  const { server, lock } = lockShared(path);
  if (server.kind === 'running') {
    throw new DataDirectoryError(
      `${path} is in use by a Mnema server (pid ${server.pid ?? 'unknown'}). Stop it first.`,
    );
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
 * Opens the store file of a directory without creating or writing any file. By default, SQLite does so even to read.
 * All files exist while a server runs. After a crash the log is read with an index in memory. A clean stop leaves no
 * log.
 * @param server - whether one uses the directory
 * @returns undefined when the log holds writes and its index is lost, which only a server makes again
 * @throws {DataDirectoryError} when the file is no store of this format
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
    const db = new DatabaseSync(address, { readOnly: true, timeout: 5_000 });
    try {
      checkFormat(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
