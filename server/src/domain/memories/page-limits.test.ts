import { expect, it } from 'vitest';
import { countNames } from './memory-queries.ts';
import { limitPage } from './page-limits.ts';

it('ends a list at the limit of rows, or earlier when the texts are very long', () => {
  const few = limitPage(2);
  expect([few.isFull(), few.add(10), few.isFull(), few.add(10), few.isFull()]).toEqual([
    ...[false, undefined, false, undefined, true],
  ]);
  const long = limitPage(1_000);
  let rows = 0;
  for (; !long.isFull(); rows++) long.add(100_000);
  expect(rows).toBe(10);
});

const name = (text: string, kind = 'name') => ({ name: text, kind });
async function* each<One>(memories: Iterable<One>): AsyncGenerator<One, void> {
  yield* memories;
}

it('counts an entity once for each memory, separately by kind, and lists the newest memories of each', async () => {
  const entities = [name('Ada'), name('Ada'), name('Ada', 'handle')];
  const memories = each([
    { id: 'mem_3', createdAt: 3, entities, projects: ['a'] },
    { id: 'mem_2', createdAt: 2, entities: [name('Ada')], projects: ['a', 'b'] },
    { id: 'mem_1', createdAt: 1, entities: [name('Ada')], projects: [] },
  ]);
  expect(await countNames(memories, { limit: 10, maxIds: 2 })).toEqual({
    memories: 3,
    projects: [
      { name: 'a', count: 2, memoryIds: ['mem_3', 'mem_2'] },
      { name: 'b', count: 1, memoryIds: ['mem_2'] },
    ],
    entities: [
      { name: 'Ada', kind: 'name', count: 3, memoryIds: ['mem_3', 'mem_2'] },
      { name: 'Ada', kind: 'handle', count: 1, memoryIds: ['mem_3'] },
    ],
    next: null,
  });
});

it('continues after the last memory of a full page, and ends exactly at the last memory', async () => {
  const memories = ['mem_3', 'mem_2', 'mem_1'].map((id) => ({ id, createdAt: 5, entities: [], projects: [] }));
  const limits = { limit: 2, maxIds: 2 };
  expect(await countNames(each(memories.slice(0, 2)), limits)).toMatchObject({ memories: 2, next: null });
  const next = { at: 5, id: 'mem_2' };
  expect(await countNames(each(memories), limits)).toMatchObject({ memories: 2, next });
});

it('ends a page early at the limit of names', async () => {
  const entities = Array.from({ length: 50 }, (_, n) => name(`N${n}`));
  const memories = Array.from({ length: 200 }, (_, at) => ({
    id: `mem_${999 - at}`,
    createdAt: 5,
    entities,
    projects: [],
  }));
  expect(await countNames(each(memories), { limit: 1_000, maxIds: 2 })).toMatchObject({ memories: 100 });
});
