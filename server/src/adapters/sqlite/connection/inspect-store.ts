import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { migrations } from '../migrations/migrations.ts';
import { lockName, ownerName } from './data-directory.ts';
import { isSqliteError, storeCondition } from './sqlite-errors.ts';
import { applicationId, isDatabaseFile, markerName, storeFileName } from './store-file.ts';

export interface DataDirectoryFacts {
  /** Absolute. */
  path: string;
  /** The directory itself, or the nearest one above it: where it would be created, and whose disk it is on. */
  nearest: string;
  state:
    | { kind: 'present'; writable: boolean }
    | { kind: 'absent'; creatable: boolean }
    /** It, or what should hold it, is a file or can't be looked at. */
    | { kind: 'unusable'; reason: string };
  server: ServerFacts;
  store: StoreFacts;
}

/** Whether a server has the directory. Its pid is null for a moment at its start. */
export type ServerFacts =
  | { kind: 'none' }
  | { kind: 'running'; pid: number | null }
  | { kind: 'unknown'; reason: string };

export type StoreFacts =
  /** `marked`: there has been one. */
  | { kind: 'none'; marked: boolean }
  | { kind: 'foreign' }
  | { kind: 'damaged'; reason: string }
  | { kind: 'unreadable'; reason: string }
  /** The log holds writes and lost its index, which only a server makes anew. */
  | { kind: 'unrecovered' }
  | {
      kind: 'sound';
      file: string;
      bytes: number;
      format: number;
      knownFormat: number;
      marked: boolean;
      /** Whether this user may write it and the files that SQLite keeps beside it. */
      writable: boolean;
      /** Milliseconds since the epoch; null in a store without memories, or of a newer format. */
      newestMemoryAt: number | null;
      checkMs: number;
    };

/**
 * Looks at a data directory, also while a server uses it. Takes no lock that a server could meet for longer than a
 * read, and creates and changes nothing, not even SQLite's own files beside the store.
 */
export function inspectDataDirectory(directory: string): DataDirectoryFacts {
  const path = resolve(directory);
  const { nearest, state } = inspectPath(path);
  if (state.kind !== 'present') {
    return { path, nearest, state, server: { kind: 'none' }, store: { kind: 'none', marked: false } };
  }
  const server = inspectServer(path);
  const store = inspectStore(path, server);
  const serverAfterwards = inspectServer(path);
  // A process that came or went meanwhile may have changed the files under a reader that did not reckon with it.
  if (serverAfterwards.kind === server.kind && store.kind !== 'damaged') return { path, nearest, state, server, store };
  return { path, nearest, state, server: serverAfterwards, store: inspectStore(path, serverAfterwards) };
}

function inspectPath(path: string): Pick<DataDirectoryFacts, 'nearest' | 'state'> {
  let nearest = path;
  for (;;) {
    try {
      const isDirectory = statSync(nearest).isDirectory();
      if (!isDirectory) {
        return { nearest: dirname(nearest), state: { kind: 'unusable', reason: `${nearest} is not a directory` } };
      }
      const writable = mayUse(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
      const state =
        nearest === path ? { kind: 'present' as const, writable } : { kind: 'absent' as const, creatable: writable };
      return { nearest, state };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const parent = dirname(nearest);
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === nearest) {
        return { nearest: parent, state: { kind: 'unusable', reason: message } };
      }
      nearest = parent;
    }
  }
}

function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** The server holds an exclusive transaction on the lock file: who can read it has met no server. */
export function inspectServer(path: string): ServerFacts {
  const file = join(path, lockName);
  if (!existsSync(file)) return { kind: 'none' };
  try {
    read(pathToFileURL(file), 0, (db) => db.prepare('SELECT count(*) FROM sqlite_schema').get());
    return { kind: 'none' };
  } catch (error) {
    if (isSqliteError(error) && (error.errcode & 0xff) === 5) return { kind: 'running', pid: readPid(path) };
    return { kind: 'unknown', reason: `${file}: ${(error as Error).message}` };
  }
}

function readPid(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(path, ownerName), 'utf8'), 10) || null;
  } catch {
    // Written a moment after the lock is taken.
    return null;
  }
}

function inspectStore(path: string, server: ServerFacts): StoreFacts {
  const file = join(path, storeFileName);
  const marked = existsSync(join(path, markerName));
  const logBytes = sizeOf(`${file}-wal`);
  try {
    if (!existsSync(file)) return { kind: 'none', marked: marked || logBytes !== undefined };
    if (!isDatabaseFile(file)) return { kind: 'damaged', reason: 'it does not begin like a database' };
    const address = readableAddress(file, server, logBytes);
    return address ? read(address, 5_000, (db) => examine(db, file, marked)) : { kind: 'unrecovered' };
  } catch (error) {
    if (isSqliteError(error)) {
      const reason = storeCondition(error) ?? error.message;
      return [11, 26].includes(error.errcode & 0xff) ? { kind: 'damaged', reason } : { kind: 'unreadable', reason };
    }
    if (error instanceof Error && 'syscall' in error) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/**
 * How SQLite opens the store without creating or writing a file, which it otherwise does even to read. Beside a server
 * all files are there. After a crash the log is read with an index in memory. After a clean stop there is no log.
 */
export function readableAddress(file: string, server: ServerFacts, logBytes = 0): URL | undefined {
  const address = pathToFileURL(file);
  if (server.kind === 'running') return address;
  if (existsSync(`${file}-shm`)) address.search = '?readonly_shm=1';
  else if (logBytes === 0) address.search = '?immutable=1';
  else return undefined;
  return address;
}

function examine(db: DatabaseSync, file: string, marked: boolean): StoreFacts {
  const { application_id: application } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (application !== applicationId || format === 0) return { kind: 'foreign' };
  const startedAt = performance.now();
  const found = String(Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]);
  const checkMs = performance.now() - startedAt;
  if (found !== 'ok') return { kind: 'damaged', reason: found.replaceAll(/\s+/g, ' ') };
  return {
    kind: 'sound',
    file,
    bytes: statSync(file).size,
    format,
    knownFormat: migrations.length,
    marked,
    writable: [file, `${file}-wal`, `${file}-shm`].every(
      (part) => !existsSync(part) || mayUse(part, constants.R_OK | constants.W_OK),
    ),
    newestMemoryAt: format > migrations.length ? null : readNewestMemoryAt(db),
    checkMs,
  };
}

/** Rows are made in nearly the order of time: the newest is among the latest. */
function readNewestMemoryAt(db: DatabaseSync): number | null {
  const latest = 'SELECT max(created_at) AS at FROM (SELECT created_at FROM memory ORDER BY seq DESC LIMIT 1000)';
  return (db.prepare(latest).get() as { at: number | null }).at;
}

function read<Result>(address: URL, timeout: number, use: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(address, { readOnly: true, timeout });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

export function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
