import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { poll } from '../../lib/coalesce.ts';
import type { OperationMap } from '../../lib/create-thread.ts';
import type { AnyKind, Commands, Queries } from '../../ports/record-store.ts';
import type { OpenRecords, OpenStore } from '../store-kit/open-store.ts';
import { openDataDirectory } from './connection/data-directory.ts';
import { readCompactionDue } from './connection/erasures.ts';
import { openDatabase } from './connection/open-database.ts';
import { readValue } from './connection/prepare.ts';
import { createSnapshot } from './connection/snapshot.ts';
import { toStoreError } from './connection/sqlite-errors.ts';
import { findStoreFile, prepareStoreFile, storeFileName } from './connection/store-file.ts';
import { createPages } from './records/open-pages.ts';
import { createRecordStore } from './records/record-store.ts';
import { createCandidateIndex, type SearchOperations } from './search/candidate-index.ts';
import type { ReaderOptions, ReportOperations } from './threads/serve-reads.ts';
import { createStoreThread, type WriterOperations, type WriterOptions } from './threads/store-thread.ts';

export interface SqliteStore<Query = never, Result = never, C extends Commands = Commands, Q extends Queries = Queries>
  extends OpenStore<C, Q> {
  /** Runs the search of the reader thread's entry. */
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

/** A deleted text is in no log after a minute, even if reads prevent some of the runs. */
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
  const open = () => {
    const hasLog = existsSync(join(claimed.path, `${storeFileName}-wal`));
    const file = prepareStoreFile(claimed.path, kinds);
    return openFile<C, Q>({ file, hasLog, ...(maxPages ? { maxPages } : {}) }, workers, now);
  };
  try {
    const { records, snapshot, writer, createReader, close } = open();
    const reader = createReader<SearchOperations<Query, Result>>('reader-thread', workers.reader, cacheBytes);
    if (readAhead) void reader.run('', 'readAhead').catch(noResult);
    const eraseDeleted = () => writer.run('', 'eraseDeleted');
    // The next run repeats one that failed.
    const erasing = poll(() => eraseDeleted().then(noResult, noResult), eraseEveryMs);
    return {
      records,
      candidates: createCandidateIndex(reader, now),
      isShared: false,
      // This process has the lock of the directory, so all others have ended.
      startWorker: async (_, readLeases) => {
        const endLeases = await readLeases();
        await endLeases(() => true);
        return () => [];
      },
      isIndexed: (accountId, seqs) => reader.run(accountId, 'holdsMemories', { accountId, seqs }),
      forgetAccounts: () => reader.run('', 'forgetIndexes'),
      search: (accountId, query) => reader.run(accountId, 'search', { ...query, readAt: now() }),
      eraseDeleted,
      compactionDueSince: async () => snapshot.read(readCompactionDue),
      problems: () => [],
      lastMemoryId: async () => snapshot.read(readLastMemoryId),
      async close() {
        await erasing.stop();
        await reader.close();
        await close();
        claimed.release();
      },
    };
  } catch (error) {
    claimed.release();
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
  const { records, close } = openFile<C, Q>({ file: findStoreFile(directory) }, workers, now);
  return { records, isShared: false, close };
}

/** Opens the connections to a store file. A thread starts with its first call. */
function openFile<C extends Commands, Q extends Queries>(
  options: WriterOptions,
  workers: StoreDomain['workers'],
  now: () => number,
) {
  const { file } = options;
  const snapshot = createSnapshot(openDatabase(file, { readOnly: true }));
  const writer = createStoreThread<WriterOperations>('writer-thread', workers.writer, options, snapshot.end);
  const createReader = <Operations extends OperationMap<Operations>>(name: string, entry: URL, cacheBytes = 0) =>
    createStoreThread<Operations>(name, entry, { file, cacheBytes } satisfies ReaderOptions, snapshot.end);
  const reporter = createReader<ReportOperations>('report-thread', workers.reporter);
  const pages = createPages(reporter);
  return {
    records: createRecordStore<C, Q>({ snapshot, writer, reporter, openPages: pages.open, now }),
    snapshot,
    writer,
    createReader,
    /** The writer ends last, because only a writing connection can empty the log into the store file. */
    async close() {
      await pages.close();
      await reporter.close();
      snapshot.close();
      await writer.close();
    },
  };
}
