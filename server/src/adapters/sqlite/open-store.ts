import type { DatabaseSync } from 'node:sqlite';
import type { AccountStore } from '../../ports/account-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import type { UsageStore } from '../../ports/usage-store.ts';
import { createSqliteAccountStore } from './accounts/account-store.ts';
import { openDataDirectory } from './connection/data-directory.ts';
import { openDatabase } from './connection/open-database.ts';
import { createSnapshot } from './connection/snapshot.ts';
import { toStoreError } from './connection/sqlite-errors.ts';
import { findStoreFile, prepareStoreFile } from './connection/store-file.ts';
import { createSqliteMemoryStore } from './memories/memory-store.ts';
import { createSqliteRequestLog } from './requests/request-log.ts';
import type { ReaderOptions } from './threads/reader-thread.ts';
import { createTurns } from './threads/turns.ts';
import { createWorkerClient } from './threads/worker-client.ts';
import { createWriter } from './threads/writer.ts';
import { createSqliteUsageStore } from './usage/usage-store.ts';

export interface SqliteStore {
  accounts: AccountStore;
  memories: MemoryStore;
  usage: UsageStore;
  requests: RequestLog;
  /** The newest memory id, so that new ids sort after it even when the clock has gone back; null in an empty store. */
  lastMemoryId: string | null;
  close(): Promise<void>;
}

const usualCacheBytes = 512e6;

/**
 * Opens the store in `directory` for the one server that may use it.
 * @param cacheBytes for the vectors of the owners that searched last; what does not fit is read by every search
 * @param readAhead reads what the first search will most likely need; should it fail, the search will say why
 * @param maxPages stands in for a full disk in tests: the file may not grow beyond this many pages
 * @throws {DataDirectoryError}
 */
export async function openSqliteStore(
  directory: string,
  {
    now,
    maxPages,
    cacheBytes = usualCacheBytes,
    readAhead = false,
  }: { now: number; maxPages?: number; cacheBytes?: number; readAhead?: boolean },
): Promise<SqliteStore> {
  const claimed = openDataDirectory(directory);
  const opened: (() => unknown)[] = [];
  // Backwards: the writer ends last, because only a writing connection can empty the log into the store file.
  const close = async () => {
    for (const end of opened.reverse()) await end();
    claimed.release();
  };
  try {
    const file = prepareStoreFile(claimed.path);
    const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
    const writer = createWriter({ file, ...(maxPages ? { maxPages } : {}) }, snapshot.end);
    opened.push(() => writer.close());
    opened.push(() => snapshot.close());
    await writer.run('endLeases', { now });
    const reading: ReaderOptions = { file, cacheBytes };
    const scanner = createWorkerClient('reader-thread', reading, snapshot.end);
    opened.push(() => scanner.close());
    if (readAhead) void scanner.run('readAhead', null).catch(() => undefined);
    // Started by the first report: most installations never ask for one.
    const reports = createWorkerClient('reader-thread', reading, snapshot.end);
    opened.push(() => reports.close());
    const reporter = createTurns(reports);
    return {
      accounts: createSqliteAccountStore({ writer, snapshot }),
      memories: createSqliteMemoryStore({ writer, snapshot, scanner }),
      usage: createSqliteUsageStore({ writer, snapshot, reporter }),
      requests: createSqliteRequestLog({ writer, reporter }),
      lastMemoryId: snapshot.read(readLastMemoryId),
      close,
    };
  } catch (error) {
    await close();
    throw toStoreError(error);
  }
}

/** Ids and rows are made in nearly the same order: the largest id is among the latest rows. */
function readLastMemoryId(db: DatabaseSync): string | null {
  const latest = 'SELECT max(id) AS id FROM (SELECT id FROM memory ORDER BY seq DESC LIMIT 1000)';
  return (db.prepare(latest).get() as { id: string | null }).id;
}

/**
 * Opens the accounts of a store that a server may be using at the same time.
 * @throws {DataDirectoryError}
 */
export function openSqliteAccounts(directory: string): { store: AccountStore; close(): Promise<void> } {
  const file = findStoreFile(directory);
  const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
  const writer = createWriter({ file }, snapshot.end);
  return {
    store: createSqliteAccountStore({ writer, snapshot }),
    async close() {
      snapshot.close();
      await writer.close();
    },
  };
}
