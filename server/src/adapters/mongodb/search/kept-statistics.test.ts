import { expect, it } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { emptyQuery, insertMemory, removeMemory } from '../../../../test/store-steps.ts';

const accountId = 'acct_ana';
const open = useMongodbStore();

it('caches large counts for a while, counts rare words each time, and never finds a deleted memory', async () => {
  const keptMs = 1_500;
  const store = await open({ keptFrom: 3, keptMs });
  try {
    const { memories } = store;
    await addAccount(store.records, makeAccount(accountId));
    const write = async (id: string, words: string[]) => {
      const memory = makePendingMemory(words.join(' '), 1, { id });
      expect(await insertMemory(memories, memory, makeIndex(words))).toEqual({ kind: 'written' });
    };
    const search = () => memories.candidates({ ...emptyQuery, scope: { accountId }, words: ['boat', 'oar'] });
    for (const id of ['mem_1', 'mem_2', 'mem_3', 'mem_4']) await write(id, ['boat']);
    await write('mem_5', ['oar']);
    const countedAt = performance.now();
    expect(await search()).toMatchObject({ scopeSize: 5, documentFrequencies: [4, 1] });

    await write('mem_6', ['boat', 'oar']);
    await removeMemory(memories, accountId, 'mem_1');
    const soon = await search();
    const tookMs = performance.now() - countedAt;
    expect(soon.candidates.map(({ id }) => id).sort()).toEqual(['mem_2', 'mem_3', 'mem_4', 'mem_5', 'mem_6']);
    // On a slow machine, the cached counts may have expired already.
    const large = tookMs < keptMs ? [5, 4] : [soon.scopeSize, soon.documentFrequencies[0]];
    expect([soon.scopeSize, ...soon.documentFrequencies]).toEqual([...large, 2]);

    await write('mem_7', ['boat']);
    await expect
      .poll(async () => (await search()).documentFrequencies, { timeout: 20_000, interval: 200 })
      .toEqual([5, 2]);
    expect((await search()).scopeSize).toBe(6);
  } finally {
    await store.close();
  }
});
