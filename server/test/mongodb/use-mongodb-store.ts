import { afterAll, beforeAll } from 'vitest';
import { collectionOf } from '../../src/adapters/mongodb/records/stored-documents.ts';
import type { SearchSettings } from '../../src/adapters/mongodb/search/search-documents.ts';
import { type StoreCommands, storeDomain } from '../../src/app/store-commands.ts';
import type { Commands } from '../../src/ports/record-store.ts';
import { openMongodbStores } from '../open-stores.ts';
import { startTestMongodb, type TestMongodb } from './start-test-mongodb.ts';

/** Opens empty stores for the tests of a file, one at a time. */
export function useMongodbStore({ lagMs = 0, commands = {} as Commands } = {}) {
  let mongodb: TestMongodb;
  let isPrepared = false;
  beforeAll(async () => {
    mongodb = await startTestMongodb({ lagMs, isNew: false });
  });
  afterAll(() => mongodb.close());
  return async (search: Partial<SearchSettings> = {}, now: () => number = Date.now) => {
    const db = mongodb.client.db(mongodb.database);
    // Quicker than a new database with its indexes.
    await Promise.all(storeDomain.kinds.map((kind) => collectionOf(db, kind).deleteMany({})));
    const store = await openMongodbStores(mongodb.uri, {
      commands: { ...storeDomain.commands, ...commands } as StoreCommands,
      ...{ isPrepared, search, now },
    });
    isPrepared = true;
    return store;
  };
}
