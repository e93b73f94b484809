import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { poll } from '../../lib/coalesce.ts';
import type { Thread } from '../../lib/create-thread.ts';
import { convertErrors } from '../../lib/wrap-methods.ts';
import type { CandidateIndex } from '../../ports/candidate-index.ts';
import type { AnyKind, Commands, Queries, Reader } from '../../ports/record-store.ts';
import type { LocalData, OpenRecords, OpenStore } from '../store-kit/open-store.ts';
import { findServer, keepServersOut, openDataDirectory, openReadOnly } from './connection/data-directory.ts';
import { readCompactionDue } from './connection/erasures.ts';
import { readValue } from './connection/open-database.ts';
import { makeSpaceForStart } from './connection/space-reserve.ts';
import { DataDirectoryError, toStoreError } from './connection/sqlite-errors.ts';
import { findStoreFile, hasStore, prepareStoreFile, storeFileName } from './connection/store-file.ts';
import { createRecordReader } from './records/read-records.ts';
import { openRecordStore } from './records/record-store.ts';
import type { createSearchReads } from './search/search-reads.ts';
import type { OperationsOf } from './threads/serve-reads.ts';
import type { ReadAt } from './threads/thread-jobs.ts';

export interface SqliteStore<C extends Commands, Q extends Queries> extends OpenStore<C, Q> {
  local: LocalData;
  /** Runs the search of the reader thread's entry. */
  search(accountId: string, query: object): Promise<unknown>;
}

export interface SqliteOptions extends SqliteDomain {
  now(): number;
  /** The maximum of bytes of vectors and words in memory, of the accounts that searched last. @default 512 MB */
  cacheBytes?: number;
  /** Whether to read what the first search will most likely need. A failure is reported by that search. */
  readAhead?: boolean;
  /** Simulates a full disk in tests: the file may not grow beyond this many pages. */
  maxPages?: number;
}

export interface SqliteDomain {
  kinds: readonly AnyKind[];
  /** The files of the threads for commands, searches and queries. */
  workers: { writer: URL; reader: URL; reporter: URL };
}

/** A deleted text is in no log after a minute, even if reads prevent some of the runs. */
const eraseEveryMs = 10_000;
const noResult = () => undefined;

/** Opens the store in `directory` for the one server that may use it. @throws {DataDirectoryError} */
export async function openSqliteStore<C extends Commands, Q extends Queries>(
  directory: string,
  { now, maxPages, cacheBytes = 512e6, readAhead = false, workers, kinds }: SqliteOptions,
): Promise<SqliteStore<C, Q>> {
  if (findServer(resolve(directory)).kind === 'none') makeSpaceForStart(resolve(directory));
  const claimed = openDataDirectory(directory);
  try {
    const hasLog = existsSync(join(claimed.path, `${storeFileName}-wal`));
    const options = { file: prepareStoreFile(claimed.path, kinds), hasLog, ...(maxPages ? { maxPages } : {}) };
    const { records, snapshot, writer, createReader, close } = openRecordStore<C, Q>(options, workers, now);
    const reader = createReader<SearchOperations>('reader-thread', workers.reader, cacheBytes);
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
        await (await readLeases())(() => true);
        return () => [];
      },
      local: {
        isIndexed: (accountId, seqs) => reader.run(accountId, 'holdsMemories', { accountId, seqs }),
        forgetAccounts: () => reader.run('', 'forgetIndexes'),
        eraseDeleted,
        compactionDueSince: async () => snapshot.read(readCompactionDue),
      },
      search: (accountId, query) => reader.run(accountId, 'search', { ...query, readAt: now() }),
      problems: () => [],
      lastMemoryId: async () => snapshot.read((db) => readValue<string | null>(db, lastMemoryId) ?? null),
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

type SearchOperations = OperationsOf<ReturnType<typeof createSearchReads>> & { search(query: ReadAt): unknown };

function createCandidateIndex(reader: Thread<SearchOperations>, now: () => number): CandidateIndex {
  const timed = <Query extends object>(query: Query): Query & ReadAt => ({ ...query, readAt: now() });
  return {
    candidates: (query) => reader.run(query.scope.accountId, 'candidates', timed(query)),
    countValues: (scope) => reader.run(scope.accountId, 'countValues', timed({ scope })),
    sampleVectors: (query) => reader.run(query.scope.accountId, 'sampleVectors', timed(query)),
    closestTokens: (query) => reader.run(query.accountId, 'closestTokens', query),
  };
}

/** Ids and rows are created in nearly the same order: the largest id is among the last rows. */
const lastMemoryId = 'SELECT max(id) FROM (SELECT id FROM memories ORDER BY seq DESC LIMIT 1000)';

/** Opens the records of a store that a server may be using at the same time. @throws {DataDirectoryError} */
export function openSqliteRecords<C extends Commands, Q extends Queries>(
  directory: string,
  { workers }: SqliteDomain,
  now: () => number,
): OpenRecords<C, Q> {
  const { records, close } = openRecordStore<C, Q>({ file: findStoreFile(directory) }, workers, now);
  return { records, isShared: false, close };
}

/** Opens a store for reading on this thread, without a change of a file. No server can start until it is closed. */
export function openSqliteSource(directory: string, now: () => number): { records: Reader; close(): Promise<void> } {
  const path = resolve(directory);
  if (!hasStore(path)) throw new DataDirectoryError(`There is no store in ${path}.`);
  using opening = new DisposableStack();
  opening.use(keepServersOut(path));
  const db = opening.use(openReadOnly(path, { kind: 'none' }));
  if (!db) {
    const message = `The store in ${path} was not closed, and its -shm file is gone. Start the server once, which recovers it.`;
    throw new DataDirectoryError(message);
  }
  const opened = opening.move();
  return { records: convertErrors(createRecordReader(db, now), toStoreError), close: async () => opened.dispose() };
}
