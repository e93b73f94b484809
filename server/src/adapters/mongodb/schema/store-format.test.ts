import type { Db } from 'mongodb';
import { beforeEach, expect, it } from 'vitest';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { storeDomain } from '../../../app/store-commands.ts';
import {
  createCollections,
  migrateMongodb,
  openMongodbRecords,
  openMongodbStore,
  requireStore,
} from '../open-store.ts';

const options = { ...storeDomain, dimensions: 8, now: () => 0, onError: () => {} };
const mongodb = useTestMongodb();

const database = () => mongodb.client.db(mongodb.database);
beforeEach(() => database().dropDatabase());

const markers = () => database().collection<{ _id: string; format: number }>('store');

it('a store of an earlier format is rejected and left as it is', async () => {
  await markers().insertOne({ _id: 'store', format: 3 });
  const message = /earlier format of Mnema; export it with `mnema export` of commit \w+, and import the file here\.$/;
  const create = (db: Db) => createCollections(db, storeDomain.kinds);
  for (const open of [
    () => openMongodbStore(mongodb.uri, options),
    () => openMongodbRecords(mongodb.uri, storeDomain, () => 0),
    () => migrateMongodb(mongodb.uri, { ...options, limitMs: 1_000, onProgress: () => {} }),
    () => openMongodbRecords(mongodb.uri, storeDomain, () => 0, requireStore),
    () => openMongodbRecords(mongodb.uri, storeDomain, () => 0, create),
  ]) {
    await expect(open()).rejects.toThrow(message);
  }
  expect((await database().listCollections().toArray()).map(({ name }) => name)).toEqual(['store']);
  expect(await markers().find().toArray()).toEqual([{ _id: 'store', format: 3 }]);
});

it('a store of a newer format is rejected', async () => {
  await markers().insertOne({ _id: 'format', format: 2 });
  await expect(openMongodbStore(mongodb.uri, options)).rejects.toThrow(/A newer version of the server has used/);
  expect(await markers().find().toArray()).toEqual([{ _id: 'format', format: 2 }]);
});
