import { extname } from 'node:path';
import type { Logger } from 'pino';
import type { MongodbStore } from '../../adapters/mongodb/open-store.ts';
import { openSqliteAccounts, openSqliteStore, type SqliteStore } from '../../adapters/sqlite/open-store.ts';
import { createIdentifiers } from '../../adapters/system/create-identifiers.ts';
import { systemClock } from '../../adapters/system/system-clock.ts';
import type { Config } from '../../config/config.ts';
import {
  createRankedSearch,
  type RankedMemories,
  type RankedQuery,
  type RankedSearch,
} from '../../domain/search/ranked-search.ts';
import { toIdentifiers } from '../../domain/text/identifiers.ts';
import { createLog } from '../../observability/create-log.ts';
import { createSecurityEvents } from '../../observability/create-security-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { appendToAudit } from './audit-event.ts';
import { dimensionsOf } from './create-providers.ts';
import { recordDeletions, recordOperator } from './record-operator.ts';

export type OpenAccountStore = Awaited<ReturnType<typeof openAccountStore>>;

/** A store with a search that ranks its candidates, in SQLite on the reader thread. */
export type SearchableStore = (Omit<SqliteStore, 'search'> | MongodbStore) & { search: RankedSearch };

const searchWorkerUrl = new URL(`../search-worker${extname(import.meta.url)}`, import.meta.url);

/** Search indexes of a large store take long to build. */
const migrationLimitMs = 24 * 60 * 60_000;

/** Opens the configured store. The driver of MongoDB is loaded only if it is used. */
export async function openStore(
  config: Config,
  { clock, log, encoder, maxPages }: { clock: Clock; log: Logger; encoder: Embedder; maxPages: number | undefined },
): Promise<SearchableStore> {
  if (config.mongodbUri === undefined) {
    const store = await openSqliteStore<RankedQuery, RankedMemories>(config.dataDirectory, {
      now: () => clock.now(),
      cacheBytes: config.cacheMegabytes * 1e6,
      readAhead: true,
      identifiersOf: toIdentifiers,
      onProgress: (message) => log.info(message),
      readerEntry: searchWorkerUrl,
      ...(maxPages ? { maxPages } : {}),
    });
    return { ...store, search: (query) => store.search(query.scope.accountId, query) };
  }
  const { openMongodbStore } = await import('../../adapters/mongodb/open-store.ts');
  const store = await openMongodbStore(config.mongodbUri, {
    dimensions: encoder.dimensions,
    now: () => clock.now(),
    onError: (error) => log.error({ err: error }, 'the store has a problem in the background and retries'),
    identifiersOf: toIdentifiers,
    onProgress: (message) => log.info(message),
  });
  return { ...store, search: createRankedSearch(store.memories) };
}

/** Creates and updates the tables or indexes of the configured store, as an upgraded server does when it starts. */
export async function migrateStore(config: Config, onProgress: (message: string) => void): Promise<void> {
  const { mongodbUri } = config;
  if (mongodbUri === undefined) {
    // Opening a data directory migrates it.
    const options = { now: systemClock.now, identifiersOf: toIdentifiers, onProgress };
    await (await openSqliteStore(config.dataDirectory, options)).close();
    return;
  }
  const { migrateMongodb } = await import('../../adapters/mongodb/open-store.ts');
  const dimensions = dimensionsOf(config);
  const options = { dimensions, limitMs: migrationLimitMs, identifiersOf: toIdentifiers, onProgress };
  await migrateMongodb(mongodbUri, options);
}

/**
 * Opens only the accounts, for the command line. A server may use the same store at the same time.
 * @param options.logs whether security events go to the log on standard error
 */
export async function openAccountStore(config: Config, { logs }: { logs: boolean }) {
  const open = async () => {
    if (config.mongodbUri === undefined) return openSqliteAccounts(config.dataDirectory);
    const { openMongodbAccounts } = await import('../../adapters/mongodb/open-store.ts');
    return openMongodbAccounts(config.mongodbUri);
  };
  const { store, audit, deletions, close } = await open();
  const identifiers = createIdentifiers(systemClock);
  const log = createLog(logs ? config.logLevel : 'silent');
  const events = createSecurityEvents({
    log,
    count: () => {},
    audit: appendToAudit({ audit, clock: systemClock, identifiers, log }),
  });
  return {
    store: recordOperator(store, events),
    deletions: recordDeletions(deletions, events),
    close,
    clock: systemClock,
    identifiers,
  };
}
