import { afterAll, beforeAll } from 'vitest';
import { startTestMongodb, type TestMongodb } from '../../../test/mongodb/start-test-mongodb.ts';
import { describeStoreCopy } from '../../ports/store-copy.contract.ts';
import { openMongodbCopySource, openMongodbCopyTarget } from './open-copy.ts';
import { openMongodbStore } from './open-store.ts';

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
});
afterAll(() => mongodb.close());

describeStoreCopy('MongoDB', async () => {
  const { uri, client, database } = mongodb;
  return {
    openTarget: () => openMongodbCopyTarget(uri),
    openSource: () => openMongodbCopySource(uri),
    openStore: () =>
      openMongodbStore(uri, {
        dimensions: 8,
        now: Date.now,
        onError: (error) => {
          throw error;
        },
      }),
    // Quicker than a new database with its indexes: a store is known by its mark.
    remove: async () => {
      const collections = await client.db(database).collections();
      await Promise.all(collections.map((collection) => collection.deleteMany({})));
    },
  };
});
