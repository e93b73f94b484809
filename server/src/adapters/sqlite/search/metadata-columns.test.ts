import { beforeAll, describe, expect, it } from 'vitest';
import { createStoreOf } from '../../../../test/create-test-store.ts';
import { ana, memory, noon, words } from '../../../../test/memory-store-samples.ts';
import type { SqliteStores } from '../../../../test/open-stores.ts';
import { changeMemory, emptyQuery, removeMemory, unlimited } from '../../../../test/store-steps.ts';
import { toInsert } from '../../../domain/memories/create-memory.ts';
import { toFilterKeys } from '../../../domain/text/memory-index.ts';
import { type Condition, toMatcher, type Where } from '../../../ports/conditions.ts';
import type { Memory, Metadata } from '../../../ports/memory.ts';

const mixed = [
  ...[null, 0, -0, 3, 2.5, '3', 'apollo', true, '2026-11-21', '2026-11-21T08:00:00Z', '2026-11-21T10:00:00.5+02:00'],
  ...['2026-02-30T00:00:00Z', [3, 'apollo'], [], { inner: 3 }, ['2026-11-21T09:00:00Z'], ''],
];

const metadataOf = (number: number): Metadata => ({
  ...(number % 3 === 0 ? {} : { n: number % 50 }),
  at: new Date(noon + number * 1_000).toISOString(),
  mixed: mixed[number % mixed.length],
  tags: [`t${number % 4}`, number % 2, null, 't0'],
  ...(number % 5 === 0 ? { project: number % 10 === 0 ? { name: 'x' } : 'apollo' } : {}),
  ...(number === 7 ? { rare: 'only here' } : {}),
});

/** One condition for each way in which columns are read. `describeConditions` has all values of each operator. */
const searches: Where[] = (
  [
    ['n', 'lt', 10],
    ['n', 'not_in', [1, 2, 3]],
    ['n', 'in', ['1', 4, null]],
    ['at', 'gte', new Date(noon + 900_000).toISOString()],
    ['tags', 'contains', 1],
    ['project', 'exists', true],
    ['project', 'ne', 'apollo'],
    ['rare', 'contains', 'here'],
    ['mixed', 'gt', 2],
    ['mixed', 'lt', '2026-11-21T08:00:00.1Z'],
    ['mixed', 'eq', 0],
    ['mixed', 'not_in', [0, null, 'apollo']],
    ['missing', 'not_in', [1]],
  ] as const
).flatMap(([key, op, value]) => {
  const condition: Condition = { key, op, value };
  const isOdd: Condition = { key: 'tags', op: 'eq', value: 1 };
  return [{ all: [condition, isOdd] }, { any: [condition, isOdd] }, { none: [condition, isOdd] }];
});

describe.each([
  // More than one step reads.
  { name: 'in memory', many: 2_100, every: 1 },
  // More than are looked up one by one.
  { name: 'that exceed the budget', many: 510, every: 4, cacheBytes: 1 },
])('metadata columns $name', ({ many, every, cacheBytes }) => {
  const tested = searches.filter((_, at) => at % every === 0);
  let store: SqliteStores;
  let memories: Map<string, Memory>;
  beforeAll(async () => {
    store = await createStoreOf([ana], cacheBytes === undefined ? {} : { cacheBytes });
    const added = Array.from({ length: many }, (_, number) => memory({ metadata: metadataOf(number) }));
    memories = new Map(added.map((one) => [one.id, one]));
    const changes = added.map((one) => toInsert(one, words('boat', toFilterKeys(one.metadata))));
    await store.memories.commit([{ accountId: ana, changes, quota: unlimited }]);
    return () => store.close();
  });

  const count = (where: Where) =>
    store.memories.candidates({ ...emptyQuery, scope: { accountId: ana, where }, limit: 0 });

  async function expectAll(some = tested): Promise<void> {
    for (const where of some) {
      const expected = [...memories.values()].filter(({ metadata }) => toMatcher(where)(metadata)).length;
      const { scopeSize } = await count(where);
      expect([where, scopeSize]).toEqual([where, expected]);
    }
  }

  it('select the same memories as their metadata, also while they are read', async () => {
    expect((await Promise.all(tested.map(count))).every(({ scopeSize }) => scopeSize <= many)).toBe(true);
    await expectAll();
  });

  it('follow writes, changes and deletes', async () => {
    const ids = [...memories.keys()];
    for (const [at, id] of ids.slice(0, 9).entries()) {
      const known = memories.get(id) as Memory;
      if (at % 3 === 0) {
        await removeMemory(store.memories, ana, id);
        memories.delete(id);
        continue;
      }
      const metadata = at % 3 === 1 ? {} : { n: 4, rare: ['only here'], missing: 1 };
      const index = { filterKeys: toFilterKeys(metadata), projects: [], tagWords: '' };
      const update = { accountId: ana, id, expectedVersion: 1, at: noon, metadata, index, text: null };
      await changeMemory(store.memories, update);
      memories.set(id, { ...known, metadata });
    }
    const added = memory({ metadata: { n: 3, tags: 't3', missing: 1 } });
    const changes = [toInsert(added, words('boat'))];
    await store.memories.commit([{ accountId: ana, changes, quota: unlimited }]);
    memories.set(added.id, added);
    await expectAll(tested.filter((_, at) => at % 2 === 0));
  });
});
