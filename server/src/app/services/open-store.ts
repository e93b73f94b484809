import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { findStoreFile, storeFileName } from '../../adapters/sqlite/connection/store-file.ts';
import { openSqliteRecords, openSqliteSource, openSqliteStore } from '../../adapters/sqlite/open-store.ts';
import type { OpenStore } from '../../adapters/store-kit/open-store.ts';
import { createIdentifiers, systemClock } from '../../adapters/system/clock-and-identifiers.ts';
import type { Config } from '../../config/config.ts';
import { appendToAudit } from '../../domain/accounts/audit-log.ts';
import { type ReembeddingOptions, startReembedding } from '../../domain/ingest/reembed.ts';
import { createPlainTextProbe } from '../../domain/ingest/worker-run.ts';
import { readLeases } from '../../domain/memories/claims.ts';
import { createMemoryStore, type MemoryStore } from '../../domain/memories/memory-store.ts';
import { createRankedSearch, type RankedSearch } from '../../domain/search/ranked-search.ts';
import { createLog } from '../../observability/create-log.ts';
import { createSecurityEvents } from '../../observability/create-security-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { type StoreCommands, type StoreQueries, sqliteDomain, storeDomain } from '../store-commands.ts';
import { createEmbedder, dimensionsOf } from './create-providers.ts';
import { recordOperator } from './record-operator.ts';

const { now } = systemClock;
/** Loads the driver of MongoDB, only if it is used. */
const loadMongodb = () => import('../../adapters/mongodb/open-store.ts');

export type OpenAccountStore = Awaited<ReturnType<typeof openAccountStore>>;

export type Stores = Awaited<ReturnType<typeof createStores>>;

/** Creates the stores of the domain over an open database, and ends the leases of crashed workers. */
export async function createStores(store: OpenStore<StoreCommands, StoreQueries>) {
  const { records, candidates, isShared, problems } = store;
  const workerId = randomUUID();
  const silent = await store.startWorker(workerId, () => readLeases(records));
  if (!isShared) await records.run('', 'endWebhookLeases', undefined);
  const memories: MemoryStore = {
    ...candidates,
    ...createMemoryStore(records, { workerId, silent }),
    openExport: (query) => records.openPages(query.scope.accountId, 'exportPage', query),
    async probe() {
      await records.run('', 'probe', undefined);
      return problems();
    },
  };
  return { records, memories };
}

/** Search indexes of a large store take long to build. */
const indexLimitMs = 24 * 60 * 60_000;

type Observe = <Calls extends object>(calls: Calls) => Calls;

/** Opens the configured store. */
export async function openStore(
  config: Config,
  options: { clock: Clock; log: Logger; encoder: Embedder; maxPages?: number | undefined; observe?: Observe },
) {
  const { clock, log, encoder, maxPages, observe = (calls) => calls } = options;
  if (config.mongodbUri === undefined) {
    const { dataDirectory, cacheMegabytes } = config;
    const store = await openSqliteStore<StoreCommands, StoreQueries>(dataDirectory, {
      ...{ ...sqliteDomain, now: () => clock.now(), cacheBytes: cacheMegabytes * 1e6, readAhead: true },
      ...(maxPages ? { maxPages } : {}),
    });
    return complete(store, (query) => store.search(query.scope.accountId, query) as ReturnType<RankedSearch>, observe);
  }
  const { openMongodbStore } = await loadMongodb();
  const store = await openMongodbStore(config.mongodbUri, {
    ...storeDomain,
    dimensions: encoder.dimensions,
    now: () => clock.now(),
    onError: (error) => log.error({ err: error }, 'the store has a problem in the background and retries'),
    onProgress: (message) => log.info(message),
  });
  return complete(store, createRankedSearch(store.candidates), observe);
}

/** Adds the stores of the domain, and a search that ranks, to an open database. It is closed if that fails. */
async function complete(store: OpenStore<StoreCommands, StoreQueries>, candidates: RankedSearch, observe: Observe) {
  try {
    const observed = { records: observe(store.records), candidates: observe(store.candidates) };
    const stores = await createStores({ ...store, ...observed });
    const { isShared, local, close } = store;
    const { candidates: search } = observe({ candidates });
    return { ...stores, isShared, local, close, lastMemoryId: await store.lastMemoryId(), search };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Adds what the configured store lacks. @returns `isNew`: whether there was no file before, so that it was created */
export async function migrateStore(config: Config, onProgress: (message: string) => void) {
  const { mongodbUri } = config;
  const storeName = describeStore(config);
  if (mongodbUri === undefined) {
    const isNew = !existsSync(storeName);
    await (await openSqliteStore(config.dataDirectory, { ...sqliteDomain, now })).close();
    return { storeName, isNew };
  }
  const { migrateMongodb } = await loadMongodb();
  const { kinds } = storeDomain;
  await migrateMongodb(mongodbUri, { kinds, dimensions: dimensionsOf(config), limitMs: indexLimitMs, onProgress });
  return { storeName, isNew: false };
}

/** Opens only the accounts, for the command line. A server may use the same store at the same time. */
export async function openAccountStore(config: Config, { logs }: { logs: boolean }) {
  const { mongodbUri: uri, dataDirectory } = config;
  const { records, close } =
    uri === undefined
      ? openSqliteRecords<StoreCommands, StoreQueries>(dataDirectory, sqliteDomain, now)
      : await (await loadMongodb()).openMongodbRecords(uri, storeDomain, now);
  const identifiers = createIdentifiers(systemClock);
  const log = createLog(logs ? config.logLevel : 'error');
  const audit = appendToAudit({ records, clock: systemClock, identifiers });
  const events = createSecurityEvents({ log, count: () => {}, audit });
  const opened = { records: recordOperator(records, events), storeName: describeStore(config) };
  return { ...opened, close, clock: systemClock, identifiers };
}

/** Opens re-embedding for the command line. No server may use the data directory, but servers may use MongoDB. */
export async function openReembedding(config: Config) {
  // Without this check an empty store would be created.
  if (config.store === 'sqlite') findStoreFile(config.dataDirectory);
  const log = createLog('warn');
  const clock = systemClock;
  let closing = false;
  await using opening = new AsyncDisposableStack();
  const embedder = await createEmbedder(config, log, () => closing);
  opening.defer(() => embedder.close());
  const store = await openStore(config, { clock, log, encoder: embedder });
  opening.defer(() => store.close());
  const opened = opening.move();
  return {
    embedderId: embedder.id,
    count: () => store.memories.countStale(embedder.id),
    start: (options: Pick<ReembeddingOptions, 'textsPerMinute' | 'events'>) =>
      startReembedding({
        ...{ store: store.memories, embedder, clock, untilDone: true },
        problemWithAll: createPlainTextProbe(embedder, clock),
        random: () => randomInt(1_000) / 1_000,
        isBusy: () => false,
        ...options,
      }),
    close() {
      closing = true;
      return opened.disposeAsync();
    },
  };
}

/** The location of a store: that of MongoDB if there is a URI, which contains a password. */
export type StoreLocation = Pick<Config, 'mongodbUri' | 'dataDirectory'>;

export async function openCopySource({ mongodbUri, dataDirectory }: StoreLocation) {
  if (mongodbUri === undefined) return openSqliteSource(dataDirectory, now);
  const { openMongodbRecords, requireStore } = await loadMongodb();
  return openMongodbRecords(mongodbUri, storeDomain, now, requireStore);
}

/** Opens a store to write to it. It is created if it is missing. */
export async function openCopyTarget({ mongodbUri, dataDirectory }: StoreLocation) {
  const options = { ...sqliteDomain, now };
  if (mongodbUri === undefined) return openSqliteStore<StoreCommands, StoreQueries>(dataDirectory, options);
  const { openMongodbRecords, createCollections } = await loadMongodb();
  return openMongodbRecords(mongodbUri, storeDomain, now, (db) => createCollections(db, storeDomain.kinds));
}

/** Names a store for the operator: the path of its file, or its database and hosts without a password. */
export function describeStore({ mongodbUri, dataDirectory }: StoreLocation): string {
  if (mongodbUri === undefined) return join(resolve(dataDirectory), storeFileName);
  const [, , hosts, database] = addressOf({ mongodbUri, dataDirectory }).split('/');
  return `database ${database || 'mnema'} of MongoDB on ${hosts}`;
}

export function isSameStore(one: StoreLocation, other: StoreLocation): boolean {
  return addressOf(one) === addressOf(other);
}

/** Returns the real path of a directory, or a URI without its password and its options. */
function addressOf({ mongodbUri, dataDirectory }: StoreLocation): string {
  if (mongodbUri !== undefined) return mongodbUri.replace(/^[^:]*:\/\/(?:[^@/]*@)?([^?]*).*/, 'mongodb://$1');
  return existsSync(dataDirectory) ? realpathSync(dataDirectory) : resolve(dataDirectory);
}
