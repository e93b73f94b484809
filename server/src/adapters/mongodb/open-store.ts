import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { OpenAccounts, OpenStore } from '../store-kit/open-store.ts';
import { createMongodbAccountDeletions } from './accounts/account-deletions.ts';
import { createMongodbAccountStore } from './accounts/account-store.ts';
import { createMongodbAuditLog } from './audit/audit-log.ts';
import { type Connection, connect, openConnected } from './connection/connect.ts';
import { toStoreError, withStoreErrors } from './connection/mongo-errors.ts';
import { startWorkers, type WorkerTimes } from './connection/workers.ts';
import { createMongodbMemoryDeletions } from './deletions/memory-deletions.ts';
import { createClaims } from './memories/claims.ts';
import { createCommits } from './memories/commit.ts';
import { createExpiry } from './memories/expiry.ts';
import { createMemoryReads } from './memories/read-memories.ts';
import { createEmbeddingState } from './memories/stale-memories.ts';
import { createMongodbRequestLog } from './requests/request-log.ts';
import type { UpgradeOptions } from './schema/add-identifiers.ts';
import type { Collections } from './schema/documents.ts';
import { ensureIndexes } from './schema/indexes.ts';
import { ensureSearchIndexes, type IndexOptions } from './schema/search-indexes.ts';
import { ensureFormat } from './schema/store-format.ts';
import { createCandidateIndex } from './search/candidates.ts';
import { type SearchSettings, usualSearch } from './search/search-settings.ts';
import { startSearchWatch } from './search/search-watch.ts';
import { openExport } from './transfer/open-export.ts';
import { findTaken } from './transfer/taken-keys.ts';
import { createMongodbUsageStore } from './usage/usage-store.ts';
import { createMongodbWebhookStore } from './webhooks/webhook-store.ts';

export type MongodbStore = OpenStore;

export interface MongodbOptions extends Partial<IndexOptions>, Pick<UpgradeOptions, 'identifiersOf'> {
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
export function openMongodbStore(uri: string, options: MongodbOptions): Promise<MongodbStore> {
  return openConnected(uri, async (connection) => {
    if (!options.isPrepared) await prepare(connection.db, options);
    return startStore(connection, options);
  });
}

async function startStore(connection: Connection, options: MongodbOptions): Promise<MongodbStore> {
  const { client, collections, snapshots } = connection;
  const { dimensions, now, workerTimes: times, onError } = options;
  const lastMemoryId = await readLastMemoryId(collections);
  const workerId = randomUUID();
  const workers = await startWorkers(client, collections, {
    ...{ workerId, now, times },
    onError: (error) => onError(toStoreError(error)),
  });
  const onProblem = (problem: string) => onError(new Error(problem));
  const watch = startSearchWatch(collections, { dimensions, onProblem });
  const memories: MemoryStore = {
    ...createCommits({ client, collections, workerId, dimensions, now }),
    ...createMemoryReads(collections, now),
    ...createCandidateIndex(client, snapshots, { ...usualSearch, ...options.search }, watch, now),
    ...createClaims(collections, workerId, workers.silent),
    ...createEmbeddingState(collections, now),
    ...createExpiry(collections, now),
    openExport: (query) => openExport(connection, query, now()),
    findTaken: (accountId, keys) => findTaken(collections, accountId, keys),
    async probe() {
      await collections.probes.updateOne({ _id: 'probe' }, { $inc: { beat: 1 } }, { upsert: true });
      await collections.probes.findOne({ _id: 'probe' });
      return watch.reasons();
    },
  };
  let closed: Promise<void> | undefined;
  return {
    accounts: withStoreErrors(createMongodbAccountStore(client, collections)),
    deletions: withStoreErrors(createMongodbAccountDeletions(client, collections, { now })),
    memoryDeletions: withStoreErrors(createMongodbMemoryDeletions({ client, collections, now })),
    audit: withStoreErrors(createMongodbAuditLog(collections)),
    memories: withStoreErrors(memories),
    usage: withStoreErrors(createMongodbUsageStore(client, collections, now)),
    requests: withStoreErrors(createMongodbRequestLog(client, collections)),
    webhooks: withStoreErrors(createMongodbWebhookStore(client, collections)),
    lastMemoryId,
    close() {
      closed ??= Promise.all([workers.stop(), watch.stop()])
        .then(() => undefined)
        .finally(() => client.close());
      return closed;
    },
  };
}

/** Opens the accounts of a store. Servers may use it at the same time. @throws {MongodbError} */
export async function openMongodbAccounts(uri: string): Promise<OpenAccounts> {
  const { client, collections } = await connect(uri);
  return {
    store: withStoreErrors(createMongodbAccountStore(client, collections)),
    deletions: withStoreErrors(createMongodbAccountDeletions(client, collections, { now: Date.now })),
    audit: withStoreErrors(createMongodbAuditLog(collections)),
    close: () => client.close(),
  };
}

/** Creates and updates collections and indexes, and waits until they are ready. @throws {MongodbError} */
export function migrateMongodb(
  uri: string,
  options: Pick<MongodbOptions, 'dimensions'> & IndexOptions & Pick<UpgradeOptions, 'identifiersOf'>,
): Promise<void> {
  return openConnected(uri, async ({ client, db }) => {
    await prepare(db, options);
    await client.close();
  });
}

async function prepare(
  db: Db,
  {
    dimensions,
    ...options
  }: Pick<MongodbOptions, 'dimensions'> & Partial<IndexOptions> & Pick<UpgradeOptions, 'identifiersOf'>,
): Promise<void> {
  await ensureFormat(db, options);
  await ensureIndexes(db, options);
  await ensureSearchIndexes(db, dimensions, options);
}

/**
 * Finds the largest id, which begins with its time. It is among the last memories written, which are not in order of
 * id.
 */
async function readLastMemoryId({ memories }: Collections): Promise<string | null> {
  const latest = await memories.find().sort({ $natural: -1 }).limit(1_000).project<{ id: string }>({ id: 1 }).toArray();
  return latest.map(({ id }) => id).reduce<string | null>((last, id) => (last === null || id > last ? id : last), null);
}
