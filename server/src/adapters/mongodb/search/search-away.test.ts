import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { type MongodbStores, openMongodbStores } from '../../../../test/open-stores.ts';
import { emptyQuery, finishAll, insertMemory } from '../../../../test/store-steps.ts';
import { storeDomain } from '../../../app/store-commands.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { migrateMongodb } from '../open-store.ts';
import { wordIndex } from '../schema/search-indexes.ts';
import { searchCollections, vectorIndexName, wordIndexName } from './search-documents.ts';

const dimensions = 8;
const embedderId = 'test@1';
const along = Float32Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0));
const vectorIndex = vectorIndexName(dimensions);
const mongodb = useTestMongodb();
let store: MongodbStores;
const problems: string[] = [];
beforeAll(async () => {
  // With these settings, four memories are too many to read, and none counts as fresh.
  const search = { maxWordsRead: 2, maxWordsReadInstead: 4, maxVectorsRead: 2, lagMs: 0 };
  const onError = (error: unknown) => problems.push((error as Error).message);
  store = await openMongodbStores(mongodb.uri, { onError, search });
  await addAccount(store.records, makeAccount('acct_ana'));
  for (const [at, words] of [['boat'], ['boat'], ['boat'], ['boat', 'lamp'], ['sea']].entries()) {
    const id = `mem_${String(at).padStart(26, '0')}`;
    await insertMemory(store.memories, makePendingMemory('boat', 1, { id }), makeIndex(words));
  }
  await finishAll(store.memories, { embedderId, vector: along });
});
afterAll(() => store?.close());

const query = { ...emptyQuery, scope: { accountId: 'acct_ana' } };
const byVector = () => store.memories.candidates({ ...query, vector: { embedderId, values: along } });
const byWords = (...words: string[]) => store.memories.candidates({ ...query, words });

async function mend(): Promise<void> {
  if (mongodb.proxy) Object.assign(mongodb.proxy.options, { searchAway: false, buildMs: 50 });
  await migrateMongodb(mongodb.uri, { ...storeDomain, dimensions, limitMs: 20_000, onProgress: () => {} });
  await expect
    .poll(async () => [await byVector(), await byWords('boat'), await store.memories.probe()], { timeout: 20_000 })
    .toEqual([
      expect.not.objectContaining({ vectorsAway: true }),
      expect.objectContaining({ candidates: expect.objectContaining({ length: 4 }) }),
      [],
    ]);
}

/** Expects that searches find what they can while the search indexes do not respond. */
async function expectAway(reason: RegExp): Promise<void> {
  expect(await byVector()).toMatchObject({ vectorsAway: true, scopeSize: 5 });
  expect((await byWords('boat')).candidates).toHaveLength(4);
  // Together they match too many memories to read, so that only the rarer word counts.
  expect((await byWords('sea', 'boat')).candidates).toHaveLength(1);
  await expect(byWords('boat', 'none')).resolves.toMatchObject({ candidates: { length: 4 } });
  const reasons = await store.memories.probe();
  expect(reasons).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)]);
  // The log has more than customers may see.
  for (const one of reasons) expect(problems.filter((problem) => problem.startsWith(one))).not.toEqual([]);
}

describe('memories are read instead of searched, and the probe gives the reason', () => {
  it('when the search indexes were dropped', async () => {
    const { memories, vectors } = searchCollections(mongodb.client.db(mongodb.database));
    await memories.dropSearchIndex(wordIndexName);
    await vectors.dropSearchIndex(vectorIndex);
    await expectAway(/is missing: run mnema migrate/);
    await mend();
  });

  it('when the search process does not respond', async ({ skip }) => {
    if (!mongodb.proxy) return skip('the search process of a given server cannot be stopped');
    mongodb.proxy.options.searchAway = true;
    await expectAway(/does not respond$/);
    await mend();
  });

  it('while an index is built for the first time', async ({ skip }) => {
    if (!mongodb.proxy) return skip('the build time of a given server is unknown');
    const { memories } = searchCollections(mongodb.client.db(mongodb.database));
    await memories.dropSearchIndex(wordIndexName);
    mongodb.proxy.options.buildMs = 600_000;
    await memories.createSearchIndex(wordIndex);
    expect((await byWords('boat')).candidates).toHaveLength(4);
    expect(await store.memories.probe()).toEqual([expect.stringMatching(/does not respond$/)]);
    await memories.dropSearchIndex(wordIndexName);
    await mend();
  });
});

it('rejects a search instead of returning nothing when too many memories hold even the rarest word', async () => {
  const { memories } = searchCollections(mongodb.client.db(mongodb.database));
  const id = `mem_${'9'.repeat(26)}`;
  await insertMemory(store.memories, makePendingMemory('boat', 1, { id }), makeIndex(['boat']));
  await memories.dropSearchIndex(wordIndexName);
  // The list of search indexes is read again after at most two seconds.
  const outcome = () => byWords('boat').catch((error: unknown) => error);
  await expect.poll(outcome, { timeout: 20_000 }).toBeInstanceOf(StoreUnavailableError);
});
