import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { makeAccountRecord, makeMemoryCopy } from '../../../test/copy/make-records.ts';
import { putAll, readAll } from '../../../test/copy/use-records.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { startTestMongodb, type TestMongodb } from '../../../test/mongodb/start-test-mongodb.ts';
import { openMongodbStores } from '../../../test/open-stores.ts';
import { openCopySource, openCopyTarget } from '../../app/services/open-copy.ts';
import { describeCopies } from '../../domain/transfer/copy.contract.ts';
import type { MemoryCopy } from '../../domain/transfer/copy-memories.ts';
import { usageMonths } from '../../domain/usage/kinds.ts';

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
});
afterAll(() => mongodb.close());

const openStore = () => openMongodbStores(mongodb.uri);
const openTarget = () => openCopyTarget({ kind: 'mongodb', uri: mongodb.uri });
/** Empties the database, which is faster than a new one with its indexes. */
const empty = async () => {
  const collections = await mongodb.client.db(mongodb.database).collections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
};

describeCopies('MongoDB', async () => ({
  openTarget,
  openSource: () => openCopySource({ kind: 'mongodb', uri: mongodb.uri }),
  openStore,
  remove: empty,
}));

it('copies the sum of all shares of a month, and sets another sum', async () => {
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

  const copy = await openTarget();
  onTestFinished(() => copy.close());
  const sum = { accountId, month: 5, memoryWrites: 0, memorySearches: 2 };
  expect(await readAll(copy, 'months', accountId)).toEqual([sum]);
  expect(await putAll(copy, 'months', accountId, [sum])).toBe(0);
  const smaller = { ...sum, memorySearches: 1 };
  expect(await putAll(copy, 'months', accountId, [smaller])).toBe(1);
  expect(await readAll(copy, 'months', accountId)).toEqual([smaller]);
  const larger = { ...sum, memorySearches: 7 };
  expect(await putAll(copy, 'months', accountId, [larger])).toBe(1);
  expect(await readAll(copy, 'months', accountId)).toEqual([larger]);
});

it('writes each record once when two copies write the same ones at the same time', async () => {
  onTestFinished(empty);
  const [one, other] = [await openTarget(), await openTarget()];
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  const accountId = 'acct_ana';
  await one.run(accountId, 'copyAccount', makeAccountRecord(accountId));
  const records = ['tea', 'boat house', 'a bicycle'].map((text) => makeMemoryCopy(accountId, text));
  await Promise.all([one, other].map((store) => putAll(store, 'memories', accountId, records)));
  const textsOf = (found: readonly MemoryCopy[]) => found.map(({ memory }) => memory.text).sort();
  const found = await readAll(one, 'memories', accountId);
  expect(textsOf(found)).toEqual(textsOf(records));
  expect(found.map(({ vectors }) => vectors.length)).toEqual([1, 1, 1]);
});
