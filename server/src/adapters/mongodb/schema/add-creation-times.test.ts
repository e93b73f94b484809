import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { toVectorDocuments } from '../memories/memory-vectors.ts';
import { toNewDocument } from '../memories/stored-memory.ts';
import { collectionsOf } from './documents.ts';
import { ensureFormat, format } from './store-format.ts';

const ownerId = 'acct_ana';

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
});
afterAll(() => mongodb?.close());

it('vectors of a store of format 2 get the time when their memory was written, and its memories stay of their users', async () => {
  const db = mongodb.client.db(mongodb.database);
  const { memories, vectors } = collectionsOf(db);
  const made = [5, 6].map((now) => {
    const memory = makePendingMemory('boat', now, { accountId: ownerId, userId: 'cleo' });
    return { ...toNewDocument({ kind: 'insert', memory, index: makeIndex(['boat']) }, null), embedderId: 'e' };
  });
  await memories.insertMany(made);
  for (const { _id, userId, agentId, runId, labels, occurredAt, createdAt } of made) {
    const memory = { _id, ownerId, userId, agentId, runId, labels, occurredAt, createdAt };
    const values = [new Float32Array([1]), new Float32Array([2])].map(quantize);
    const embedded = { revision: 1, embedderId: 'e', vectors: values, tokens: undefined };
    await vectors.insertMany(toVectorDocuments(memory, embedded, 0));
  }
  await vectors.updateMany({}, { $unset: { createdAt: '' } });
  await db.collection<{ _id: string }>('store').insertOne({ _id: 'store', format: 2 } as never);
  await ensureFormat(db);
  const found = await vectors.find().sort({ _id: 1 }).toArray();
  expect(found.map(({ createdAt }) => createdAt)).toEqual([5, 5, 6, 6]);
  expect(await db.collection('store').findOne({})).toMatchObject({ format });
});
