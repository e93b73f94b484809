import { afterAll, beforeAll } from 'vitest';
import { type MongodbStore, openMongodbStore } from '../../src/adapters/mongodb/open-store.ts';
import { collectionsOf } from '../../src/adapters/mongodb/schema/documents.ts';
import type { SearchSettings } from '../../src/adapters/mongodb/search/search-settings.ts';
import { startTestMongodb, type TestMongodb } from './start-test-mongodb.ts';

const testDimensions = 8;

/** Opens empty stores for the tests of a file, one at a time. */
export function useMongodbStore({
  lagMs = 0,
} = {}): (search?: Partial<SearchSettings>, now?: () => number) => Promise<MongodbStore> {
  let mongodb: TestMongodb;
  let isPrepared = false;
  beforeAll(async () => {
    mongodb = await startTestMongodb({ lagMs, isNew: false });
  });
  afterAll(() => mongodb.close());
  return async (search = {}, now = Date.now) => {
    // Quicker than a new database with its indexes. What `probes` has are counters that a prepared store begins with.
    const { probes: _, ...collections } = collectionsOf(mongodb.client.db(mongodb.database));
    await Promise.all(Object.values(collections).map((collection) => collection.deleteMany({})));
    const store = await openMongodbStore(mongodb.uri, {
      dimensions: testDimensions,
      isPrepared,
      search,
      now,
      onError: (error) => {
        throw error;
      },
    });
    isPrepared = true;
    return store;
  };
}
