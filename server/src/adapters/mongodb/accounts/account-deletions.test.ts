import { afterAll, beforeAll } from 'vitest';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { describeAccountDeletions } from '../../../ports/account-deletions.contract.ts';
import { openMongodbStore } from '../open-store.ts';
import { collectionsOf } from '../schema/documents.ts';

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
});
afterAll(() => mongodb.close());
const collections = () => Object.values(collectionsOf(mongodb.client.db(mongodb.database)));

describeAccountDeletions(
  'MongoDB',
  async () => {
    await Promise.all(collections().map((collection) => collection.deleteMany({})));
    const onError = (error: unknown) => {
      throw error;
    };
    return openMongodbStore(mongodb.uri, { dimensions: 8, now: Date.now, onError });
  },
  async (accountId) => {
    const named = { $or: [{ _id: { $regex: `^${accountId}(/|$)` } }, { accountId }, { ownerId: accountId }] };
    const counts = collections().map((collection) => collection.countDocuments(named as never));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  },
);
