import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { lockName, ownerName } from './data-directory.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { isSqliteError } from './sqlite-errors.ts';
import { checkHeader, storeFileName } from './store-file.ts';

/** Whether a server has a data directory. Its pid is null for a moment at its start. */
export type ServerState =
  | { kind: 'none' }
  | { kind: 'running'; pid: number | null }
  | { kind: 'unknown'; reason: string };

export function findServer(path: string): ServerState {
  const { server, lock } = lockShared(path);
  lock?.close();
  return server;
}

/**
 * Keeps servers from starting with a directory, until it is closed. undefined: no server has ever been there.
 * @throws {DataDirectoryError} when a server has it
 */
export function keepServersOut(path: string): DatabaseSync | undefined {
  const { server, lock } = lockShared(path);
  if (server.kind === 'running') {
    throw new DataDirectoryError(
      `${path} is in use by a Mnema server (pid ${server.pid ?? 'unknown'}). Stop it first.`,
    );
  }
  if (server.kind === 'none') return lock;
  throw new DataDirectoryError(`Nothing tells whether a server uses ${path}: ${server.reason}.`);
}

/** The server holds an exclusive transaction on the lock file: a process that can read it has met no server. */
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
    const isBusy = isSqliteError(error) && (error.errcode & 0xff) === 5;
    if (isBusy) return { server: { kind: 'running', pid: readPid(path) } };
    return { server: { kind: 'unknown', reason: `${file}: ${(error as Error).message}` } };
  }
}

function readPid(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(path, ownerName), 'utf8'), 10) || null;
  } catch {
    // It is written a moment after the lock is taken.
    return null;
  }
}

/**
 * Opens the store file of a directory without creating or writing any file, which SQLite otherwise does even to read.
 * Beside a server all files are there. After a crash the log is read with an index in memory. After a clean stop there is
 * no log.
 * @param server - whether one uses the directory
 * @returns `unrecovered`: the log holds writes and has lost its index, which only a server makes anew
 * @throws {DataDirectoryError} when the file is no database
 */
export function openReadOnly(path: string, server: ServerState): DatabaseSync | 'unrecovered' {
  const file = join(path, storeFileName);
  checkHeader(file);
  const address = pathToFileURL(file);
  const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (server.kind !== 'running') {
    if (existsSync(`${file}-shm`)) address.search = '?readonly_shm=1';
    else if (logBytes === 0) address.search = '?immutable=1';
    else return 'unrecovered';
  }
  return new DatabaseSync(address, { readOnly: true, timeout: 5_000 });
}
