import type { OpenStore } from '../src/adapters/store-kit/open-store.ts';
import { createStores, type Stores } from '../src/app/services/open-store.ts';
import { type StoreCommands, type StoreQueries, storeDomain } from '../src/app/store-commands.ts';
import type { Commands } from '../src/ports/record-store.ts';
import { createRecordsInMemory } from './record-store/records-in-memory.ts';

interface Options {
  /** The time of the store in milliseconds since the epoch. */
  now?(): number;
  /** Commands of the test, besides those of the domain. */
  commands?: Commands;
}

/**
 * The stores of the domain over records in memory, for tests of rules that search nothing. Threads and files
 * of a SQLite store take most of the time of such tests.
 */
export function createStoresInMemory({ now = () => 0, commands = {} }: Options = {}): Promise<Stores> {
  const records = createRecordsInMemory<StoreCommands, StoreQueries>({
    ...storeDomain,
    commands: { ...storeDomain.commands, ...commands },
    now,
  });
  // It has no index, so a search fails.
  const store = { records, candidates: {}, isShared: false, startWorker: async () => () => [], problems: () => [] };
  return createStores(store as unknown as OpenStore<StoreCommands, StoreQueries>);
}
