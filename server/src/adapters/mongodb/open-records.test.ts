import { expect, it, onTestFinished, vi } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { readAll } from '../../../test/copy/use-records.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { useTestMongodb } from '../../../test/mongodb/use-test-mongodb.ts';
import { openMongodbStores } from '../../../test/open-stores.ts';
import { openCopySource, openCopyTarget } from '../../app/services/open-store.ts';
import { describeCopies } from '../../domain/transfer/copy.contract.ts';
import { usageMonths } from '../../domain/usage/kinds.ts';

const mongodb = useTestMongodb();

const openStore = () => openMongodbStores(mongodb.uri);
const openTarget = () => openCopyTarget({ mongodbUri: mongodb.uri, dataDirectory: '' });
/** Empties the database, which is faster than a new one with its indexes. */
const empty = async () => {
  const collections = await mongodb.client.db(mongodb.database).collections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
};

describeCopies('MongoDB', async () => ({
  openTarget,
  openSource: () => openCopySource({ mongodbUri: mongodb.uri, dataDirectory: '' }),
  openStore,
  remove: empty,
}));

it('copies the sum of all shares of a month', async () => {
  onTestFinished(empty);
  // A random number selects the share that a process adds to.
  const chance = vi.spyOn(Math, 'random');
  onTestFinished(() => chance.mockRestore());
  const accountId = 'acct_ana';
  for (const share of [0, 0.5]) {
    chance.mockReturnValue(share);
    const store = await openStore();
    onTestFinished(() => store.close());
    if (share === 0) await addAccount(store.records, makeAccount(accountId));
    await store.records.run('', 'addSearches', [{ accountId, month: 5, searches: 1 }]);
  }
  const documents = mongodb.client.db(mongodb.database).collection(usageMonths.name);
  expect(await documents.countDocuments()).toBe(2);

  const source = await openCopySource({ mongodbUri: mongodb.uri, dataDirectory: '' });
  onTestFinished(() => source.close());
  const sum = { accountId, month: 5, memoryWrites: 0, memorySearches: 2 };
  expect(await readAll(source.records, 'usage_months', accountId)).toEqual([sum]);
});
