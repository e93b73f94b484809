import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { insertMemory } from '../../../../test/store-steps.ts';
import { toIdentifiers } from '../../../domain/text/identifiers.ts';
import { openMongodbStore } from '../open-store.ts';
import { openMongodbRecordReader } from '../transfer/open-records.ts';
import { collectionsOf } from './documents.ts';
import { format } from './store-format.ts';

const accountId = 'acct_ana';
const options = { dimensions: 8, now: () => 10, onError: () => {}, identifiersOf: toIdentifiers };

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
});
afterAll(async () => mongodb?.close());

it('a store from before identifiers is opened with the identifiers of its texts, which find its memories', async () => {
  const first = await openMongodbStore(mongodb.uri, options);
  for (const [id, text] of Object.entries({ mem_1: 'the boat', mem_2: 'Part KX-4410-B' })) {
    await insertMemory(first.memories, makePendingMemory(text, 5, { id, accountId }), makeIndex(['boat']));
  }
  await first.close();
  const client = new MongoClient(mongodb.uri);
  const db = client.db();
  const { memories } = collectionsOf(db);
  await memories.updateMany({}, { $unset: { identifiers: '' } });
  await db.collection<{ _id: string }>('store').updateOne({ _id: 'store' }, { $set: { format: 1 } });
  await expect(openMongodbRecordReader(mongodb.uri)).rejects.toThrow(/older version.*mnema migrate/);

  const store = await openMongodbStore(mongodb.uri, options);
  const query = { words: [], identifiers: toIdentifiers('kx4410b'), entities: [], times: [], timesAreAll: false };
  const found = await store.memories.candidates({ scope: { accountId }, ...query, vector: null, limit: 9 });
  await store.close();
  expect(found.candidates).toMatchObject([{ id: 'mem_2', identified: [true] }]);
  expect(await memories.countDocuments({ identifiers: { $exists: false } })).toBe(0);
  expect(await db.collection('store').findOne({})).toMatchObject({ format });
  await client.close();
});
