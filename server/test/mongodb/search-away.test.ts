import { expect, it, onTestFinished } from 'vitest';
import { memoryKey, searchCollections } from '../../src/adapters/mongodb/search/search-documents.ts';
import { createClient } from '../process/client.ts';
import { spawnServer, temporaryDirectory, until } from '../process/spawn-server.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

it('searches without the search indexes, and reports that in the response and in /readyz', async () => {
  const mongodb = await startTestMongodb();
  onTestFinished(() => mongodb.close());
  const environment = { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: mongodb.uri };
  const server = await spawnServer({ directory: temporaryDirectory(), environment });
  const client = createClient(server.url, server.key as string);
  const { body } = await client.send('POST', '/memories', { text: 'the boat leaves at noon' });
  await until(async () => (await client.send('GET', `/memories/${body.memory_id}`)).body.status === 'ready', {
    limitMs: 60_000,
    what: 'the memory to be ready',
  });
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
  await until(async () => (await readiness()).status === 'degraded', { limitMs: 10_000, what: '/readyz to say so' });
  expect((await readiness()).reasons).toEqual([
    expect.stringMatching(/memory_words is missing: run mnema migrate/),
    expect.stringMatching(/memory_vectors_\d+ is missing: run mnema migrate/),
  ]);
}, 120_000);
