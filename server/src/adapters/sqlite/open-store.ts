import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { poll } from '../../lib/coalesce.ts';
import type { OperationMap } from '../../lib/thread-messages.ts';
import type { OpenAccounts, OpenStore } from '../store-kit/open-store.ts';
import { createSqliteAccountDeletions } from './accounts/account-deletions.ts';
import { createSqliteAccountStore } from './accounts/account-store.ts';
import { createSqliteAuditLog } from './audit/audit-log.ts';
import { openDataDirectory } from './connection/data-directory.ts';
import { openDatabase } from './connection/open-database.ts';
import { readValue } from './connection/prepare.ts';
import { createSnapshot } from './connection/snapshot.ts';
import { toStoreError } from './connection/sqlite-errors.ts';
import { findStoreFile, prepareStoreFile, storeFileName } from './connection/store-file.ts';
import { createSqliteMemoryDeletions } from './deletions/memory-deletions.ts';
import { createSqliteMemoryStore } from './memories/memory-store.ts';
import type { MigrationOptions } from './migrations/migrations.ts';
import { createSqliteRequestLog } from './requests/request-log.ts';
import type { SearchOperations } from './threads/reader-operations.ts';
import type { ReportOperations } from './threads/report-operations.ts';
import { createRoundRobin } from './threads/round-robin.ts';
import type { ReaderOptions } from './threads/serve-reads.ts';
import { createStoreThread, entryOf } from './threads/store-thread.ts';
import { createWriter } from './threads/writer.ts';
import { createExports } from './transfer/open-exports.ts';
import { createSqliteUsageStore } from './usage/usage-store.ts';
import { createSqliteWebhookStore } from './webhooks/webhook-store.ts';

export interface SqliteStore<Query = never, Result = never> extends OpenStore {
  /** Runs the search of the reader thread's entry, and serves the accounts in turn. */
  search(accountId: string, query: Query): Promise<Result>;
  /**
   * Erases deleted texts from the files, as also happens within seconds. Resolves to false if a long read prevents it.
   */
  eraseDeleted(): Promise<boolean>;
}

export interface SqliteOptions extends MigrationOptions {
  now(): number;
  /**
   * The maximum of bytes of vectors and words in memory. They belong to the accounts that searched last. Searches read
   * others from the table.
   * @default 512 MB
   */
  cacheBytes?: number;
  /** Whether to read what the first search will most likely need. A failure is reported by that search. */
  readAhead?: boolean;
  /** Simulates a full disk in tests: the file may not grow beyond this many pages. */
  maxPages?: number;
  /** The file of a reader thread that has a search. @default a thread without one */
  readerEntry?: URL;
}

/** A deleted text is in no file after a minute, even if reads prevent some of the runs. */
const eraseEveryMs = 10_000;
const noResult = () => undefined;

/**
 * Opens the store in `directory` for the one server that may use it.
 * @throws {DataDirectoryError}
 */
export async function openSqliteStore<Query = never, Result = never>(
  directory: string,
  {
    now,
    maxPages,
    cacheBytes = 512e6,
    readAhead = false,
    readerEntry = entryOf('reader-thread'),
    ...migration
  }: SqliteOptions,
): Promise<SqliteStore<Query, Result>> {
  const claimed = openDataDirectory(directory);
  const opened: (() => unknown)[] = [];
  // The writer ends last, because only a writing connection can empty the log into the store file.
  const close = async () => {
    for (const end of opened.reverse()) await end();
    claimed.release();
  };
  try {
    const hasLog = existsSync(join(claimed.path, `${storeFileName}-wal`));
    const file = prepareStoreFile(claimed.path, migration);
    const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
    const writer = createWriter({ file, erases: hasLog, ...(maxPages ? { maxPages } : {}) }, snapshot.end);
    opened.push(() => writer.close());
    opened.push(() => snapshot.close());
    await writer.run('endLeases', { now: now() });
    await writer.run('endWebhookLeases');
    const eraseDeleted = async () => {
      let state = await writer.run('eraseDeleted');
      while (state === 'begun') state = await writer.run('eraseDeleted');
      return state === 'done';
    };
    // The next run repeats it.
    const erasing = poll(() => eraseDeleted().then(noResult, noResult), eraseEveryMs);
    opened.push(() => erasing.stop().then(eraseDeleted).then(noResult, noResult));
    const options: ReaderOptions = { file, cacheBytes };
    // A thread starts with its first call, because most installations never need one for reports.
    const createReader = <Operations extends OperationMap<Operations>>(name: string, entry: URL) => {
      const thread = createStoreThread<Operations>(name, entry, options, snapshot.end);
      opened.push(() => thread.close());
      return thread;
    };
    const reader = createReader<SearchOperations<Query, Result>>('reader-thread', readerEntry);
    if (readAhead) void reader.run('readAhead').catch(() => undefined);
    const reporter = createRoundRobin(createReader<ReportOperations>('report-thread', entryOf('report-thread')));
    const readerQueue = createRoundRobin<SearchOperations<Query, Result>>(reader);
    const connections = { writer, snapshot, reader, readerQueue, reporter, now };
    const exports = createExports(connections);
    opened.push(exports.close);
    return {
      accounts: createSqliteAccountStore(connections),
      deletions: createSqliteAccountDeletions({
        ...connections,
        forget: (accountNumber) => reader.run('forgetIndexes', accountNumber),
      }),
      memoryDeletions: createSqliteMemoryDeletions({ ...connections, eraseDeleted }),
      audit: createSqliteAuditLog(connections),
      memories: { ...createSqliteMemoryStore(connections), openExport: exports.openExport },
      usage: createSqliteUsageStore(connections),
      requests: createSqliteRequestLog(connections),
      webhooks: createSqliteWebhookStore(connections),
      search: (accountId, query) => readerQueue.run(accountId, 'search', { ...query, readAt: now() }),
      eraseDeleted,
      lastMemoryId: snapshot.read(readLastMemoryId),
      close,
    };
  } catch (error) {
    await close();
    throw toStoreError(error);
  }
}

/** Ids and rows are created in nearly the same order: the largest id is among the last rows. */
function readLastMemoryId(db: DatabaseSync): string | null {
  const sql = 'SELECT max(id) FROM (SELECT id FROM memory ORDER BY seq DESC LIMIT 1000)';
  return readValue<string | null>(db, sql) ?? null;
}

/**
 * Opens the accounts of a store that a server may be using at the same time.
 * @throws {DataDirectoryError}
 */
export function openSqliteAccounts(directory: string): OpenAccounts {
  const file = findStoreFile(directory);
  const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
  const writer = createWriter({ file }, snapshot.end);
  return {
    store: createSqliteAccountStore({ writer, snapshot }),
    // The running server drops its own indexes.
    deletions: createSqliteAccountDeletions({ writer, snapshot, forget: async () => {} }),
    audit: createSqliteAuditLog({ writer, snapshot }),
    async close() {
      snapshot.close();
      await writer.close();
    },
  };
}
