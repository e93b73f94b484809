import { expect, it } from 'vitest';
import { buildFacetPage } from './facet-page.ts';
import { limitListPage } from './page-limits.ts';

it('ends a list at the limit of rows, or earlier when the texts are very long', () => {
  const few = limitListPage(2);
  expect([few.isFull(), few.add(10), few.isFull(), few.add(10), few.isFull()]).toEqual([
    ...[false, undefined, false, undefined, true],
  ]);
  const long = limitListPage(1_000);
  let rows = 0;
  for (; !long.isFull(); rows++) long.add(100_000);
  expect(rows).toBe(10);
});

const name = (text: string, kind = 'name') => ({ name: text, kind });

it('counts an entity once for each memory, separately by kind, and lists the newest memories of each', () => {
  const builder = buildFacetPage({ limit: 10, maxIds: 2 });
  builder.add({
    id: 'mem_3',
    createdAt: 3,
    entities: [name('Ada'), name('Ada'), name('Ada', 'handle')],
    projects: ['a'],
  });
  builder.add({ id: 'mem_2', createdAt: 2, entities: [name('Ada')], projects: ['a', 'b'] });
  builder.add({ id: 'mem_1', createdAt: 1, entities: [name('Ada')], projects: [] });
  expect(builder.page()).toEqual({
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

it('continues after the last memory of a full page, and ends exactly at the last memory', () => {
  const builder = buildFacetPage({ limit: 2, maxIds: 2 });
  const memory = (id: string) => ({ id, createdAt: 5, entities: [], projects: [] });
  expect([builder.add(memory('mem_3')), builder.add(memory('mem_2'))]).toEqual([true, true]);
  expect(builder.page()).toMatchObject({ memories: 2, next: null });
  expect(builder.add(memory('mem_1'))).toBe(false);
  expect(builder.page()).toMatchObject({ memories: 2, next: { at: 5, id: 'mem_2' } });
});

it('ends a page early at the limit of names', () => {
  const builder = buildFacetPage({ limit: 1_000, maxIds: 2 });
  const entities = Array.from({ length: 50 }, (_, n) => name(`N${n}`));
  let memories = 0;
  while (builder.add({ id: `mem_${999 - memories}`, createdAt: 5, entities, projects: [] })) memories++;
  expect(memories).toBe(100);
});
