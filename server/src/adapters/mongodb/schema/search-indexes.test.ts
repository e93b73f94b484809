import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { type MongodbStores, openMongodbStores } from '../../../../test/open-stores.ts';
import { emptyQuery, finishAll, insertMemory } from '../../../../test/store-steps.ts';
import { storeDomain } from '../../../app/store-commands.ts';
import type { Memory } from '../../../ports/memory.ts';
import { migrateMongodb, openMongodbStore } from '../open-store.ts';
import { searchCollections, vectorIndexName, wordIndexName } from '../search/search-documents.ts';

const dimensions = 8;
const embedderId = 'test@1';
const migration = { ...storeDomain, limitMs: 20_000, onProgress: () => {} };
const mongodb = useTestMongodb();
let store: MongodbStores;
beforeAll(async () => {
  // With these settings, all candidates come from the search indexes.
  const search = { maxWordsRead: 0, maxVectorsRead: 0, maxExact: 0, lagMs: 0 };
  store = await openMongodbStores(mongodb.uri, { onError: () => {}, search });
  for (const name of ['asked', 'busy', 'some', 'new']) await addAccount(store.records, makeAccount(`acct_${name}`));
});
afterAll(() => store?.close());

let written = 0;
async function add(accountId: string, words: string[], angle: number, changes: Partial<Memory> = {}): Promise<string> {
  const id = `mem_${String(++written).padStart(26, '0')}`;
  const memory = makePendingMemory('boat', 1, { id, accountId, ...changes });
  await insertMemory(store.memories, memory, makeIndex(words));
  await finishAll(store.memories, { embedderId, vector: vector(angle) });
  return id;
}

function vector(angle: number): Float32Array {
  const values = new Float32Array(dimensions);
  values[0] = Math.cos(angle);
  values[1] = Math.sin(angle);
  return values;
}
const nearest = { embedderId, values: vector(0) };
const find = async (accountId: string, words: string[], limit: number) => {
  const query = { ...emptyQuery, scope: { accountId }, limit };
  const byWords = await store.memories.candidates({ ...query, words, vector: null });
  const byVector = await store.memories.candidates({ ...query, words: [], vector: nearest });
  return [byWords, byVector].map(({ candidates }) => candidates.map(({ id }) => id));
};

it('searches exactly where the scope is small', async ({ skip }) => {
  const { proxy } = mongodb;
  if (!proxy) return skip('nobody tells what is asked');
  for (let n = 0; n < 2; n++) await add('acct_asked', ['lake'], 0);
  for (const maxExact of [1, 2]) {
    const how = maxExact === 1 ? { numCandidates: 40 } : { exact: true };
    const search = { maxWordsRead: 0, maxVectorsRead: 0, maxExact, lagMs: 0 };
    const other = await openMongodbStores(mongodb.uri, { onError: () => {}, search });
    const before = proxy.searches.length;
    const query = { ...emptyQuery, scope: { accountId: 'acct_asked' }, words: ['lake'], vector: nearest, limit: 1 };
    await other.memories.candidates(query);
    await other.close();
    const searches = proxy.searches.slice(before);
    expect(searches).toHaveLength(2);
    expect(searches.find((stage) => stage['$vectorSearch'])?.['$vectorSearch']).toMatchObject({
      ...{ index: vectorIndexName(dimensions), limit: 2, ...how },
      filter: { $and: [{ visibleTo: 'acct_asked' }, { embedderId }] },
    });
    const filter = [{ equals: { path: 'visibleTo', value: 'acct_asked' } }];
    expect(searches.find((stage) => stage['$search'])?.['$search']['compound']['filter']).toEqual(filter);
  }
});

it('finds the other memories although most hits were deleted, also when the first hit still exists', async () => {
  const near = await add('acct_busy', ['rain', 'rain', 'rain', 'rain'], 0);
  const gone: string[] = [];
  // These are much more than four times the hits of the first search.
  for (let n = 0; n < 20; n++) gone.push(await add('acct_busy', ['rain', 'rain'], 0.1));
  const far = await add('acct_busy', ['rain', 'and', 'snow'], 1);
  const { proxy } = mongodb;
  if (proxy) proxy.options.lagMs = 3_000;
  try {
    // Now the indexes hold all memories.
    await expect.poll(async () => (await find('acct_busy', ['snow'], 2))[0], { timeout: 20_000 }).toEqual([far]);
    const { memories, vectors } = searchCollections(mongodb.client.db(mongodb.database));
    await vectors.deleteMany({ visibleTo: 'acct_busy', memoryId: { $in: gone } });
    await memories.deleteMany({ id: { $in: gone } });
    for (const ids of await find('acct_busy', ['rain'], 2)) expect(ids.toSorted()).toEqual([near, far]);
  } finally {
    if (proxy) proxy.options.lagMs = 0;
  }
});

it('searches an index once when fewer match than the search asks for', async ({ skip }) => {
  const { proxy } = mongodb;
  if (!proxy) return skip('without the proxy, searches are not counted');
  const spread = { maxWordsRead: 4, maxVectorsRead: 4, maxExact: 0, lagMs: 0 };
  const some = await openMongodbStores(mongodb.uri, { onError: () => {}, search: spread });
  try {
    const long = Date.UTC(2020, 0);
    for (let n = 0; n < 6; n++) await add('acct_some', ['hill'], n / 10);
    const old = await add('acct_some', ['hill'], 1, { occurredAt: long });
    const query = { ...emptyQuery, scope: { accountId: 'acct_some' }, words: ['hill'], limit: 4 };
    const before = proxy.searches.length;
    const times = [{ from: long, to: long + 1 }];
    const found = await some.memories.candidates({ ...query, vector: nearest, times });
    expect(found.candidates.map(({ id }) => id)).toContain(old);
    // The searches are by words and by vector, each at any time and at that time.
    expect(proxy.searches.length - before).toBe(4);
  } finally {
    await some.close();
  }
});

it('creates missing indexes, updates changed ones, and leaves the others', async () => {
  const { memories, vectors } = searchCollections(mongodb.client.db(mongodb.database));
  const options = { ...migration, dimensions };
  const versions = async () => {
    const [words] = await memories.listSearchIndexes(wordIndexName).toArray();
    const [near] = await vectors.listSearchIndexes(vectorIndexName(dimensions)).toArray();
    return [words, near].map(
      (index) => (index as { latestDefinitionVersion?: object } | undefined)?.latestDefinitionVersion,
    );
  };
  const before = await versions();
  await migrateMongodb(mongodb.uri, options);
  expect(await versions()).toEqual(before);
  await memories.updateSearchIndex(wordIndexName, { mappings: { dynamic: false, fields: {} } });
  await vectors.dropSearchIndex(vectorIndexName(dimensions));
  await migrateMongodb(mongodb.uri, options);
  const own = await add('acct_new', ['lamp'], 0);
  await expect.poll(() => find('acct_new', ['lamp'], 2), { timeout: 20_000 }).toEqual([[own], [own]]);
});

it('rejects an index for vectors of another length', async () => {
  const { vectors } = searchCollections(mongodb.client.db(mongodb.database));
  const definition = { fields: [{ type: 'vector', path: 'vector', numDimensions: 16, similarity: 'cosine' }] };
  await vectors.createSearchIndex({ name: vectorIndexName(12), type: 'vectorSearch', definition });
  const migrated = migrateMongodb(mongodb.uri, { ...migration, dimensions: 12 });
  await expect(migrated).rejects.toThrow(/is for vectors of 16 dimensions.*makes 12/);
});

const nowhere = /^The host name in MNEMA_MONGODB_URI does not resolve: correct it/;
it.each([
  ['mongodb://127.0.0.1:1/', /Check MNEMA_MONGODB_URI/],
  ['mongodb://', /is not a connection string/],
  ['mongodb://h1:1/mnema?poolsize=3', /an unknown option: poolsize/],
  ['mongodb://nobody.invalid/mnema', nowhere],
  ['mongodb+srv://nobody.invalid/mnema', nowhere],
])('rejects the URI %s with the way out', async (uri, message) => {
  const options = { ...storeDomain, dimensions, now: Date.now, onError: () => {} };
  await expect(openMongodbStore(uri, options)).rejects.toThrow(message);
});
