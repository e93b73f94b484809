import type { OpenStore } from '../src/adapters/store-kit/open-store.ts';
import { createStores, type Stores } from '../src/app/services/open-store.ts';
import { type StoreCommands, type StoreQueries, storeDomain } from '../src/app/store-commands.ts';
import { addAccount } from './account-steps.ts';
import { makeAccount } from './make-account.ts';
import { createRecordsInMemory } from './record-store/records-in-memory.ts';

interface Options {
  /** The ids of accounts that it has from the beginning. */
  accounts?: readonly string[];
  /** The time of the store in milliseconds since the epoch. */
  now?(): number;
}

/**
 * The stores of the domain over records in memory, for tests of rules that search nothing. Threads and files
 * of a SQLite store take most of the time of such tests.
 */
export async function createStoresInMemory({ accounts = [], now = () => 0 }: Options = {}): Promise<Stores> {
  const records = createRecordsInMemory<StoreCommands, StoreQueries>({ ...storeDomain, now });
  // It has no index, so a search fails.
  const store = { records, candidates: {}, isShared: false, startWorker: async () => () => [], problems: () => [] };
  for (const id of accounts) await addAccount(records, makeAccount(id));
  return createStores(store as unknown as OpenStore<StoreCommands, StoreQueries>);
}
