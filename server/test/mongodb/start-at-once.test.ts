import { expect, it, onTestFinished } from 'vitest';
import { migrateMongodb } from '../../src/adapters/mongodb/open-store.ts';
import {
  searchCollections,
  vectorIndexName,
  wordIndexName,
} from '../../src/adapters/mongodb/search/search-documents.ts';
import { storeDomain } from '../../src/app/store-commands.ts';
import { type MongodbStores, openMongodbStores } from '../open-stores.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

const dimensions = 8;

it.each([
  ['takes a search index that is there already', false],
  ['refuses one', true],
])(
  'servers, workers and mnema migrate prepare an empty database at the same time, on an Atlas that %s',
  async (_, rejectsAgain) => {
    const mongodb = await startTestMongodb();
    onTestFinished(() => mongodb.close());
    if (mongodb.proxy) mongodb.proxy.options.rejectsAgain = rejectsAgain;
    const open = () => openMongodbStores(mongodb.uri, { dimensions, onError: () => {} });
    const [first, ...others] = await Promise.all([
      open(),
      open(),
      open(),
      migrateMongodb(mongodb.uri, { ...storeDomain, dimensions, limitMs: 60_000, onProgress: () => {} }),
    ]);
    onTestFinished(async () => {
      for (const store of [first, ...others] as (MongodbStores | undefined)[]) await store?.close();
    });
    const { memories, vectors } = searchCollections(mongodb.client.db(mongodb.database));
    expect((await memories.listSearchIndexes().toArray()).map(({ name }) => name)).toEqual([wordIndexName]);
    expect((await vectors.listSearchIndexes().toArray()).map(({ name }) => name)).toEqual([
      vectorIndexName(dimensions),
    ]);
    expect(await first.memories.backlog()).toEqual({ pending: 0, failed: 0, oldestPendingAt: null });
  },
);
