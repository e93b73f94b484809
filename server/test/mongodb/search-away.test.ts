import { expect, it, onTestFinished } from 'vitest';
import { memoryKey, searchCollections } from '../../src/adapters/mongodb/search/search-documents.ts';
import { spawnServer, untilReady } from '../process/spawn-server.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

it('searches without the search indexes, and reports that in the response and in /readyz', async () => {
  const mongodb = await startTestMongodb();
  onTestFinished(() => mongodb.close());
  const environment = { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: mongodb.uri };
  const { client } = await spawnServer({ environment });
  const { body } = await client.send('POST', '/memories', { text: 'the boat leaves at noon' });
  await untilReady(client, body.memory_id);
  // These are more than are ever read without the indexes, and were written long ago.
  const { memories, vectors } = searchCollections(mongodb.client.db(mongodb.database));
  const memory = await memories.findOne({});
  const vector = await vectors.findOne({});
  if (!memory || !vector) throw new Error('the memory or its vector is not there');
  const ids = Array.from({ length: 600 }, (_, at) => `mem_${String(at).padStart(26, '0')}`);
  const keyOf = (id: string) => memoryKey(String(memory.visibleTo), id);
  await memories.insertMany(
    ids.map((id, at) => ({ ...memory, _id: keyOf(id), id, seq: memory.seq + at + 1, indexedAt: 0 })),
  );
  await vectors.insertMany(ids.map((id) => ({ ...vector, _id: `${keyOf(id)}/0`, memoryId: id, indexedAt: 0 })));

  const search = () => client.send('POST', '/search', { query: 'when does the boat leave', top_k: 5 });
  const readiness = async () => (await client.send('GET', '/readyz')).body;
  expect((await search()).body).toMatchObject({ degraded: [], results: { length: 5 } });
  expect(await readiness()).toEqual({ status: 'ready', reasons: [] });
  for (const collection of [memories, vectors]) {
    for (const index of await collection.listSearchIndexes().toArray()) {
      await collection.dropSearchIndex(String(index.name));
    }
  }
  expect(await search()).toMatchObject({ status: 200, body: { degraded: ['vector'], results: { length: 5 } } });
  const missing = (name: string) => expect.stringMatching(new RegExp(`${name} is missing: run mnema migrate`));
  const reasons = [missing('memory_words'), missing('memory_vectors_\\d+')];
  await expect.poll(readiness).toEqual({ status: 'degraded', reasons });
}, 120_000);
