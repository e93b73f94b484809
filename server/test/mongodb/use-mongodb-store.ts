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
  beforeAll(async () => {
    mongodb = await startTestMongodb({ lagMs });
  });
  afterAll(() => mongodb.close());
  return async (search = {}, now = Date.now) => {
    // Quicker than a new database with its indexes.
    const collections = Object.values(collectionsOf(mongodb.client.db(mongodb.database)));
    await Promise.all(collections.map((collection) => collection.deleteMany({})));
    return openMongodbStore(mongodb.uri, {
      dimensions: testDimensions,
      search,
      now,
      onError: (error) => {
        throw error;
      },
    });
  };
}
