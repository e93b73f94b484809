import type { Db } from 'mongodb';
import type { AnyKind, Commands, Queries } from '../../ports/record-store.ts';
import type { OpenRecords, OpenStore } from '../store-kit/open-store.ts';
import { type Connection, openConnected } from './connection/connect.ts';
import { toStoreError, withStoreErrors } from './connection/mongo-errors.ts';
import { startWorkers, type Workers, type WorkerTimes } from './connection/workers.ts';
import { createRecordStore } from './records/record-store.ts';
import type { BuildOptions } from './schema/await-build.ts';
import { ensureIndexes } from './schema/indexes.ts';
import { ensureSearchIndexes } from './schema/search-indexes.ts';
import { ensureFormat, hasStore } from './schema/store-format.ts';
import { createCandidateIndex } from './search/candidates.ts';
import { type SearchCollections, searchCollections } from './search/search-documents.ts';
import { type SearchSettings, usualSearch } from './search/search-settings.ts';
import { startSearchWatch } from './search/search-watch.ts';

export type MongodbStore<C extends Commands = Commands, Q extends Queries = Queries> = OpenStore<C, Q>;

export interface StoreDomain<C extends Commands, Q extends Queries> {
  kinds: readonly AnyKind[];
  commands: C;
  queries: Q;
}

export interface MongodbOptions<C extends Commands = Commands, Q extends Queries = Queries>
  extends StoreDomain<C, Q>,
    BuildOptions {
  /** The length of the vectors that are searched. */
  dimensions: number;
  now(): number;
  /** Receives errors in the background, where every operation is repeated. */
  onError(error: unknown): void;
  /** Replaces settings of search. Tests use the search indexes even where the server would read the collections. */
  search?: Partial<SearchSettings>;
  /** Replaces times of workers, so that tests wait less. */
  workerTimes?: Partial<WorkerTimes>;
  /** Set if the collections and indexes of this version exist. Tests open one database many times. */
  isPrepared?: boolean;
}

/**
 * Opens the store and creates missing collections and indexes. Any number of servers may use it at the same time.
 * @throws {MongodbError} whose message has the fix
 */
export function openMongodbStore<C extends Commands, Q extends Queries>(
  uri: string,
  options: MongodbOptions<C, Q>,
): Promise<MongodbStore<C, Q>> {
  return openConnected(uri, async (connection) => {
    if (!options.isPrepared) await prepare(connection.db, options);
    return startStore(connection, options);
  });
}

async function startStore<C extends Commands, Q extends Queries>(
  connection: Connection,
  options: MongodbOptions<C, Q>,
): Promise<MongodbStore<C, Q>> {
  const { client, db, snapshots } = connection;
  const { dimensions, now, workerTimes: times, onError } = options;
  const collections = searchCollections(db);
  const onProblem = (problem: string) => onError(new Error(problem));
  const watch = startSearchWatch(collections, { dimensions, onProblem });
  const settings = { ...usualSearch, ...options.search };
  const candidates = createCandidateIndex(client, searchCollections(snapshots), settings, watch, now);
  let workers: Workers | undefined;
  let closed: Promise<void> | undefined;
  return {
    records: createRecordStore({ ...options, client, db, snapshots }),
    candidates: withStoreErrors(candidates),
    isShared: true,
    async startWorker(workerId, readLeases) {
      const onWorkerError = (error: unknown) => onError(toStoreError(error));
      workers = await startWorkers(connection, { workerId, readLeases, times, onError: onWorkerError });
      return workers.silent;
    },
    // Searches read the collections, which have no copy in memory and no file of this process.
    isIndexed: async () => false,
    forgetAccounts: async () => {},
    eraseDeleted: async () => true,
    compactionDueSince: async () => null,
    problems: watch.reasons,
    lastMemoryId: () => readLastMemoryId(collections),
    close() {
      closed ??= Promise.all([workers?.stop(), watch.stop()])
        .then(() => undefined)
        .finally(() => client.close());
      return closed;
    },
  };
}

/** Opens the records of a store. Servers may use it at the same time. @throws {MongodbError} */
export function openMongodbRecords<C extends Commands, Q extends Queries>(
  uri: string,
  domain: StoreDomain<C, Q>,
  now: () => number,
): Promise<OpenRecords<C, Q>> {
  return openConnected(uri, async ({ client, db, snapshots }) => {
    await hasStore(db);
    const records = createRecordStore({ ...domain, client, db, snapshots, now });
    return { records, isShared: true, close: () => client.close() };
  });
}

/** Creates and updates collections and indexes, and waits until they are ready. @throws {MongodbError} */
export function migrateMongodb(
  uri: string,
  options: Pick<MongodbOptions, 'dimensions' | 'kinds'> & BuildOptions,
): Promise<void> {
  return openConnected(uri, async ({ client, db }) => {
    await prepare(db, options);
    await client.close();
  });
}

async function prepare(
  db: Db,
  { dimensions, kinds, ...options }: Pick<MongodbOptions, 'dimensions' | 'kinds'> & BuildOptions,
): Promise<void> {
  await ensureFormat(db);
  await ensureIndexes(db, kinds, options);
  await ensureSearchIndexes(db, dimensions, options);
}

/** Finds the largest id, which begins with its time. The last memories written are not in order of id. */
async function readLastMemoryId({ memories }: SearchCollections): Promise<string | null> {
  const latest = await memories.find().sort({ $natural: -1 }).limit(1_000).project<{ id: string }>({ id: 1 }).toArray();
  return latest.map(({ id }) => id).reduce<string | null>((last, id) => (last === null || id > last ? id : last), null);
}
