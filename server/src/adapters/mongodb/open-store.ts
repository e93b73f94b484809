import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { AccountStore } from '../../ports/account-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import type { UsageStore } from '../../ports/usage-store.ts';
import { createMongodbAccountStore } from './accounts/account-store.ts';
import { connect, toStartError } from './connection/connect.ts';
import { toStoreError, withStoreErrors } from './connection/mongo-errors.ts';
import { startWorkers, type WorkerTimes } from './connection/workers.ts';
import { createClaims } from './memories/claims.ts';
import { createCommits } from './memories/commit.ts';
import { createMemoryReads } from './memories/read-memories.ts';
import { createEmbeddingState } from './memories/stale-memories.ts';
import { createMongodbRequestLog } from './requests/request-log.ts';
import type { Collections } from './schema/documents.ts';
import { ensureIndexes } from './schema/indexes.ts';
import { ensureSearchIndexes, type IndexOptions } from './schema/search-indexes.ts';
import { ensureFormat } from './schema/store-format.ts';
import { createCandidateIndex } from './search/candidates.ts';
import { type SearchSettings, usualSearch } from './search/search-settings.ts';
import { startSearchWatch } from './search/search-watch.ts';
import { createMongodbUsageStore } from './usage/usage-store.ts';

export interface MongodbStore {
  accounts: AccountStore;
  memories: MemoryStore;
  usage: UsageStore;
  requests: RequestLog;
  /** The newest memory id, so that new ids sort after it even when the clock has gone back; null in an empty store. */
  lastMemoryId: string | null;
  close(): Promise<void>;
}

export interface MongodbOptions extends Partial<IndexOptions> {
  /** Of the vectors that are searched. */
  dimensions: number;
  now(): number;
  /** Something went wrong in the background; it will be tried again. */
  onError(error: unknown): void;
  /** Tests ask the search indexes for what otherwise is read from the collections. */
  search?: Partial<SearchSettings>;
  /** Tests do not wait that long. */
  workerTimes?: Partial<WorkerTimes>;
}

/**
 * Opens the store, creating what is missing. Any number of servers may use it at the same time.
 * @throws {MongodbError} with one message that says what to do
 */
export async function openMongodbStore(uri: string, options: MongodbOptions): Promise<MongodbStore> {
  const { client, db, collections, snapshots } = await connect(uri);
  try {
    await prepare(db, options);
    const lastMemoryId = await readLastMemoryId(collections);
    const workerId = randomUUID();
    const { dimensions, now, workerTimes, onError } = options;
    const workers = await startWorkers(client, collections, {
      workerId,
      now,
      times: workerTimes,
      onError: (error) => onError(toStoreError(error)),
    });
    const watch = startSearchWatch(collections, {
      dimensions,
      onProblem: (problem) => onError(new Error(problem)),
    });
    const settings = { ...usualSearch, ...options.search };
    const memories: MemoryStore = {
      ...createCommits({ client, collections, workerId, dimensions }),
      ...createMemoryReads(collections),
      ...createCandidateIndex(client, snapshots, settings, watch),
      ...createClaims(collections, workerId, workers.silent),
      ...createEmbeddingState(collections),
      async probe() {
        await probe(collections);
        return watch.reasons();
      },
    };
    let closed: Promise<void> | undefined;
    return {
      accounts: withStoreErrors(createMongodbAccountStore(client, collections)),
      memories: withStoreErrors(memories),
      usage: withStoreErrors(createMongodbUsageStore(collections)),
      requests: withStoreErrors(createMongodbRequestLog(client, collections)),
      lastMemoryId,
      close() {
        closed ??= Promise.all([workers.stop(), watch.stop()])
          .then(() => undefined)
          .finally(() => client.close());
        return closed;
      },
    };
  } catch (error) {
    await client.close();
    throw toStartError(error);
  }
}

/** Opens the accounts of a store that servers may be using at the same time. @throws {MongodbError} */
export async function openMongodbAccounts(uri: string): Promise<{ store: AccountStore; close(): Promise<void> }> {
  const { client, collections } = await connect(uri);
  return {
    store: withStoreErrors(createMongodbAccountStore(client, collections)),
    close: () => client.close(),
  };
}

/** Creates and updates what the store needs, and waits until it can be used. @throws {MongodbError} */
export async function migrateMongodb(
  uri: string,
  options: Pick<MongodbOptions, 'dimensions'> & IndexOptions,
): Promise<void> {
  const { client, db } = await connect(uri);
  try {
    await prepare(db, options);
  } catch (error) {
    throw toStartError(error);
  } finally {
    await client.close();
  }
}

async function prepare(
  db: Db,
  { dimensions, ...options }: Pick<MongodbOptions, 'dimensions'> & Partial<IndexOptions>,
): Promise<void> {
  await ensureFormat(db);
  await ensureIndexes(db, options);
  await ensureSearchIndexes(db, dimensions, options);
}

async function probe({ probes }: Collections): Promise<void> {
  await probes.updateOne({ _id: 'probe' }, { $inc: { beat: 1 } }, { upsert: true });
  await probes.findOne({ _id: 'probe' });
}

/** Ids begin with the time they were made at. The latest stand among those written last, but not in order. */
async function readLastMemoryId({ memories }: Collections): Promise<string | null> {
  const latest = await memories.find().sort({ $natural: -1 }).limit(1_000).project<{ id: string }>({ id: 1 }).toArray();
  return latest.map(({ id }) => id).reduce<string | null>((last, id) => (last === null || id > last ? id : last), null);
}
