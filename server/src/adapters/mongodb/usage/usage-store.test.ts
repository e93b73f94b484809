import { expect, it, vi } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { startTestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { toDocument } from '../accounts/stored-account.ts';
import { collectionsOf } from '../schema/documents.ts';
import { createMongodbUsageStore } from './usage-store.ts';

it('opens a transaction for searches that reach a threshold, and none for those that the limit rejects', async () => {
  const { client, database, close } = await startTestMongodb();
  try {
    const collections = collectionsOf(client.db(database));
    await collections.accounts.insertOne(toDocument(makeAccount('acct_1'), '$'));
    const usage = createMongodbUsageStore(client, collections, () => 0);
    const sessions = vi.spyOn(client, 'withSession');
    const counted: boolean[] = [];
    for (let search = 0; search < 5; search++) counted.push(await usage.countSearch('acct_1', 0, 3));
    expect(counted).toEqual([true, true, true, false, false]);
    // 80 % of 3, rounded up, is the limit itself.
    expect(sessions).toHaveBeenCalledTimes(1);
  } finally {
    await close();
  }
});
