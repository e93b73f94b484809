import { type MongodbOptions, openMongodbStore } from '../src/adapters/mongodb/open-store.ts';
import { openSqliteStore, type SqliteOptions } from '../src/adapters/sqlite/open-store.ts';
import { createStores } from '../src/app/services/open-store.ts';
import { type StoreCommands, type StoreQueries, sqliteDomain, storeDomain } from '../src/app/store-commands.ts';

/** A store of SQLite with the stores of the domain. */
export type SqliteStores = Awaited<ReturnType<typeof openSqliteStores>>;
export type MongodbStores = Awaited<ReturnType<typeof openMongodbStores>>;

export async function openSqliteStores(directory: string, options: Partial<SqliteOptions> = {}) {
  const store = await openSqliteStore<StoreCommands, StoreQueries>(directory, {
    now: () => 0,
    ...sqliteDomain,
    ...options,
  });
  return { ...store, ...(await createStores(store)) };
}

export async function openMongodbStores(
  uri: string,
  options: Partial<MongodbOptions<StoreCommands, StoreQueries>> = {},
) {
  const store = await openMongodbStore(uri, {
    ...storeDomain,
    dimensions: 8,
    now: Date.now,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  return { ...store, ...(await createStores(store)) };
}
