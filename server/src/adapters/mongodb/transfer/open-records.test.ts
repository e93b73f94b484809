import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { makeAccountRecord, makeMemoryRecord } from '../../../../test/copy/make-records.ts';
import { readAll } from '../../../../test/copy/use-records.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { putRecords } from '../../../domain/transfer/put-records.ts';
import { describeRecords } from '../../../ports/records.contract.ts';
import type { MemoryRecord } from '../../../ports/records.ts';
import type { AppendedRequest } from '../../../ports/request-log.ts';
import { isOneOf } from '../accounts/stored-account.ts';
import { openMongodbStore } from '../open-store.ts';
import { openMongodbRecordReader, openMongodbRecordStore } from './open-records.ts';

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
});
afterAll(() => mongodb.close());

const openStore = () =>
  openMongodbStore(mongodb.uri, {
    dimensions: 8,
    now: Date.now,
    onError: (error) => {
      throw error;
    },
  });
/** Empties the database, which is faster than a new one with its indexes. */
const empty = async () => {
  const collections = await mongodb.client.db(mongodb.database).collections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
};

describeRecords('MongoDB', async () => ({
  openTarget: () => openMongodbRecordStore(mongodb.uri),
  openSource: () => openMongodbRecordReader(mongodb.uri),
  openStore,
  remove: empty,
}));

it('copies the sum of all shares of a day, and replaces all shares by a larger sum', async () => {
  onTestFinished(empty);
  // A random number selects the share that a process adds to.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => chance.mockRestore());
  const one = await openStore();
  chance.mockReturnValue(0.5);
  const other = await openStore();
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  const accountId = 'acct_ana';
  await one.accounts.createAccount(makeAccount(accountId), 'hash');
  const request = (id: string): AppendedRequest => ({
    ...{ id, accountId, createdAt: 5, method: 'GET', path: '/v1/profile', operation: 'getProfile', source: 'rest' },
    ...{ statusCode: 200, latencyMs: 3, keyId: null, keyPrefix: null, metered: null, meteredTimes: 1, count: 1 },
    ...{ latencyStep: 10, isRateLimited: false },
  });
  await Promise.all([
    one.requests.append([request('req_1'), request('req_2')]),
    other.requests.append([request('req_3')]),
  ]);
  const documents = mongodb.client.db(mongodb.database).collection('request_day');
  expect(await documents.countDocuments()).toBe(2);

  const copy = await openMongodbRecordStore(mongodb.uri);
  onTestFinished(() => copy.close());
  const [sum, ...rest] = await readAll(copy, 'day', accountId);
  expect(rest).toEqual([]);
  expect(sum).toMatchObject({ day: 0, operation: 'getProfile', statuses: { 2: 3, 3: 0, 4: 0, 5: 0 } });
  expect(sum?.latencies[10]).toBe(3);
  if (!sum) throw new Error('no sum');
  const larger = { ...sum, statuses: { 2: 4, 3: 0, 4: 0, 5: 0 } };
  await putRecords(copy, 'day', accountId, [{ ...sum, statuses: { 2: 2, 3: 0, 4: 0, 5: 0 } }]);
  expect(await readAll(copy, 'day', accountId)).toEqual([sum]);
  await putRecords(copy, 'day', accountId, [larger]);
  expect(await readAll(copy, 'day', accountId)).toEqual([larger]);
  expect((await one.requests.sums(accountId, 0, 0)).statusClasses).toEqual(larger.statuses);
});

it('writes each record once when two copies write the same ones at the same time', async () => {
  onTestFinished(empty);
  const [one, other] = [await openMongodbRecordStore(mongodb.uri), await openMongodbRecordStore(mongodb.uri)];
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  const accountId = 'acct_ana';
  await one.addAccount(makeAccountRecord(accountId));
  const records = ['tea', 'boat house', 'a bicycle'].map((text) => makeMemoryRecord(accountId, text));
  await Promise.all([one, other].map((store) => putRecords(store, 'memory', accountId, records)));
  const textsOf = (found: readonly MemoryRecord[]) => found.map(({ memory }) => memory.text).sort();
  const found = await readAll(one, 'memory', accountId);
  expect(textsOf(found)).toEqual(textsOf(records));
  expect(found.map(({ vectors }) => vectors.length)).toEqual([1, 1, 1]);
});

it('finds accounts by email and phone without reading all accounts', async () => {
  onTestFinished(empty);
  await (await openMongodbRecordStore(mongodb.uri)).close();
  const accounts = mongodb.client.db(mongodb.database).collection('account');
  for (const name of ['emailFolded', 'phone']) {
    const plan = await accounts
      .find({ $or: [{ _id: 'x' as never }, { [name]: isOneOf(['x']) }] })
      .explain('queryPlanner');
    expect(JSON.stringify(plan['queryPlanner'].winningPlan)).not.toContain('COLLSCAN');
  }
});
