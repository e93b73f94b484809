import type { Db } from 'mongodb';
import { convertErrors } from '../../lib/wrap-methods.ts';
import type { AnyKind, Commands, Queries } from '../../ports/record-store.ts';
import type { OpenRecords, OpenStore, StoreDomain } from '../store-kit/open-store.ts';
import { openConnected } from './connection/connect.ts';
import { MongodbError, toStoreError } from './connection/mongo-errors.ts';
import { startWorkers, type Workers, type WorkerTimes } from './connection/workers.ts';
import { createRecordStore } from './records/record-store.ts';
import { type BuildOptions, ensureIndexes } from './schema/indexes.ts';
import { ensureSearchIndexes } from './schema/search-indexes.ts';
import { ensureFormat, hasStore } from './schema/store-format.ts';
import { createCandidateIndex } from './search/candidates.ts';
import {
  type SearchCollections,
  type SearchSettings,
  searchCollections,
  usualSearch,
} from './search/search-documents.ts';
import { startSearchWatch } from './search/search-watch.ts';

export interface MongodbOptions<C extends Commands = Commands, Q extends Queries = Queries>
  extends StoreDomain<C, Q>,
    BuildOptions {
  dimensions: number;
  now(): number;
  /** Every operation in the background is repeated. */
  onError(error: unknown): void;
  /** Replaces settings of search. Tests use the search indexes even where the server would read the collections. */
  search?: Partial<SearchSettings>;
  workerTimes?: Partial<WorkerTimes>;
  /** Set if the collections and indexes of this version exist. Tests open one database many times. */
  isPrepared?: boolean;
}

/** Creates missing collections and indexes. Any number of servers may use a store. @throws {MongodbError} */
export function openMongodbStore<C extends Commands, Q extends Queries>(uri: string, options: MongodbOptions<C, Q>) {
  return openConnected<OpenStore<C, Q>>(uri, async (connection) => {
    if (!options.isPrepared) await prepare(connection.db, options);
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
      records: createRecordStore({ ...options, ...connection }),
      candidates: convertErrors(candidates, toStoreError),
      isShared: true,
      async startWorker(workerId, readLeases) {
        const onWorkerError = (error: unknown) => onError(toStoreError(error));
        workers = await startWorkers(connection, { workerId, readLeases, times, onError: onWorkerError });
        return workers.silent;
      },
      problems: watch.reasons,
      lastMemoryId: () => readLastMemoryId(collections),
      close() {
        closed ??= Promise.all([workers?.stop(), watch.stop()])
          .then(() => undefined)
          .finally(() => client.close());
        return closed;
      },
    };
  });
}

/** @param check checks the database first. Without it, the database may have no store yet @throws {MongodbError} */
export function openMongodbRecords<C extends Commands, Q extends Queries>(
  uri: string,
  domain: StoreDomain<C, Q>,
  now: () => number,
  check: (db: Db) => Promise<unknown> = hasStore,
): Promise<OpenRecords<C, Q>> {
  return openConnected(uri, async (connection) => {
    await check(connection.db);
    const records = createRecordStore({ ...domain, ...connection, now });
    return { records, isShared: true, close: () => connection.client.close() };
  });
}

/** @throws {MongodbError} for a database without a store */
export async function requireStore(db: Db): Promise<void> {
  if (await hasStore(db)) return;
  throw new MongodbError(`There is no store in the database ${db.databaseName}. The path of the URI names it.`);
}

/** Creates what records need. The next start of a server builds the search indexes, faster when all are stored. */
export async function createCollections(db: Db, kinds: readonly AnyKind[], options?: BuildOptions): Promise<void> {
  await ensureFormat(db);
  await ensureIndexes(db, kinds, options);
}

type Preparation = Pick<MongodbOptions, 'dimensions' | 'kinds'> & BuildOptions;

/** Creates and updates collections and indexes, and waits until they are ready. @throws {MongodbError} */
export function migrateMongodb(uri: string, options: Preparation): Promise<void> {
  return openConnected(uri, async ({ client, db }) => {
    await prepare(db, options);
    await client.close();
  });
}

async function prepare(db: Db, { dimensions, kinds, ...options }: Preparation): Promise<void> {
  await createCollections(db, kinds, options);
  await ensureSearchIndexes(db, dimensions, options);
}

/** Finds the largest id, which begins with its time. The last memories written are not in order of id. */
async function readLastMemoryId({ memories }: SearchCollections): Promise<string | null> {
  const latest = await memories.find().sort({ $natural: -1 }).limit(1_000).project<{ id: string }>({ id: 1 }).toArray();
  const ids = latest.map(({ id }) => id).sort();
  return ids.at(-1) ?? null;
}
