import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { poll } from '../../lib/coalesce.ts';
import type { OperationMap } from '../../lib/thread-messages.ts';
import type { AnyKind, Commands, Queries } from '../../ports/record-store.ts';
import type { OpenRecords, OpenStore } from '../store-kit/open-store.ts';
import { openDataDirectory } from './connection/data-directory.ts';
import { openDatabase } from './connection/open-database.ts';
import { readValue } from './connection/prepare.ts';
import { createSnapshot } from './connection/snapshot.ts';
import { toStoreError } from './connection/sqlite-errors.ts';
import { findStoreFile, prepareStoreFile, storeFileName } from './connection/store-file.ts';
import { createPages } from './records/open-pages.ts';
import { createRecordStore } from './records/record-store.ts';
import { createSqliteCandidateIndex } from './search/candidate-index.ts';
import type { SearchOperations } from './search/search-reads.ts';
import type { ReportOperations } from './threads/report-operations.ts';
import { createRoundRobin } from './threads/round-robin.ts';
import type { ReaderOptions } from './threads/serve-reads.ts';
import { createStoreThread } from './threads/store-thread.ts';
import { createWriter } from './threads/writer.ts';

export interface SqliteStore<Query = never, Result = never, C extends Commands = Commands, Q extends Queries = Queries>
  extends OpenStore<C, Q> {
  /** Runs the search of the reader thread's entry, and serves the accounts in turn. */
  search(accountId: string, query: Query): Promise<Result>;
}

export interface SqliteOptions extends StoreDomain {
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
}

/** The application of a store. */
export interface StoreDomain {
  kinds: readonly AnyKind[];
  /** The files of the threads. */
  workers: {
    /** Runs commands. */
    writer: URL;
    /** Runs searches. */
    reader: URL;
    /** Runs queries. */
    reporter: URL;
  };
}

/** A deleted text is in no file after a minute, even if reads prevent some of the runs. */
const eraseEveryMs = 10_000;
const noResult = () => undefined;

/**
 * Opens the store in `directory` for the one server that may use it.
 * @throws {DataDirectoryError}
 */
export async function openSqliteStore<
  Query = never,
  Result = never,
  C extends Commands = Commands,
  Q extends Queries = Queries,
>(
  directory: string,
  { now, maxPages, cacheBytes = 512e6, readAhead = false, workers, kinds }: SqliteOptions,
): Promise<SqliteStore<Query, Result, C, Q>> {
  const claimed = openDataDirectory(directory);
  const opened: (() => unknown)[] = [];
  // The writer ends last, because only a writing connection can empty the log into the store file.
  const close = async () => {
    for (const end of opened.reverse()) await end();
    claimed.release();
  };
  try {
    const hasLog = existsSync(join(claimed.path, `${storeFileName}-wal`));
    const file = prepareStoreFile(claimed.path, kinds);
    const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
    const writer = createWriter(
      workers.writer,
      { file, erases: hasLog, ...(maxPages ? { maxPages } : {}) },
      snapshot.end,
    );
    opened.push(() => writer.close());
    opened.push(() => snapshot.close());
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
    const reader = createReader<SearchOperations<Query, Result>>('reader-thread', workers.reader);
    if (readAhead) void reader.run('readAhead').catch(() => undefined);
    const reporter = createRoundRobin(createReader<ReportOperations>('report-thread', workers.reporter));
    const readerQueue = createRoundRobin<SearchOperations<Query, Result>>(reader);
    const connections = { writer, snapshot, reader, readerQueue, reporter, now };
    const pages = createPages(connections.reporter);
    opened.push(pages.close);
    return {
      records: createRecordStore({ ...connections, openPages: pages.open }),
      candidates: createSqliteCandidateIndex(connections),
      isShared: false,
      // This process has the lock of the directory, so all others have ended.
      startWorker: async (_, readLeases) => {
        const endLeases = await readLeases();
        await endLeases(() => true);
        return () => [];
      },
      isIndexed: (accountId, seqs) => reader.run('holdsMemories', { accountId, seqs }),
      forgetAccounts: () => reader.run('forgetIndexes'),
      search: (accountId, query) => readerQueue.run(accountId, 'search', { ...query, readAt: now() }),
      eraseDeleted,
      problems: () => [],
      lastMemoryId: async () => snapshot.read(readLastMemoryId),
      close,
    };
  } catch (error) {
    await close();
    throw toStoreError(error);
  }
}

/** Ids and rows are created in nearly the same order: the largest id is among the last rows. */
function readLastMemoryId(db: DatabaseSync): string | null {
  const sql = 'SELECT max(id) FROM (SELECT id FROM memories ORDER BY seq DESC LIMIT 1000)';
  return readValue<string | null>(db, sql) ?? null;
}

/**
 * Opens the records of a store that a server may be using at the same time.
 * @throws {DataDirectoryError}
 */
export function openSqliteRecords<C extends Commands, Q extends Queries>(
  directory: string,
  { workers }: StoreDomain,
  now: () => number,
): OpenRecords<C, Q> {
  const file = findStoreFile(directory);
  const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
  const writer = createWriter(workers.writer, { file }, snapshot.end);
  const options: ReaderOptions = { file, cacheBytes: 0 };
  const thread = createStoreThread<ReportOperations>('report-thread', workers.reporter, options, snapshot.end);
  const reporter = createRoundRobin(thread);
  const pages = createPages(reporter);
  return {
    records: createRecordStore({ snapshot, writer, reporter, openPages: pages.open, now }),
    isShared: false,
    async close() {
      await pages.close();
      await thread.close();
      snapshot.close();
      await writer.close();
    },
  };
}
