import { expect, it } from 'vitest';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { changeMemory, insertMemory, removeMemory, unlimited } from '../store-steps.ts';
import { createSkeletonRows } from './create-skeleton-rows.ts';

const ana = 'acct_ana';
const index = makeIndex(['boat'], { projects: ['p'] });

it('the skeleton of a store writes, reads, changes and removes by the rules of the kit', async () => {
  const store = createSkeletonRows();
  const memory = makePendingMemory('boat', 1, { id: 'mem_1', userId: 'cleo' });
  const response = { fingerprint: 'print', status: 202, location: null, etag: null, body: '{}', subjectId: 'mem_1' };
  const record = { key: 'key', formerKey: 'key', response, createdAt: 1, expiresAt: 2 };
  expect(await insertMemory(store, memory, index, unlimited, record)).toEqual({ kind: 'written' });
  expect(await insertMemory(store, memory, index, unlimited, record)).toMatchObject({ kind: 'replayed' });
  expect(await store.get(ana, 'mem_1')).toEqual(memory);
  const change = { accountId: ana, id: 'mem_1', at: 2, metadata: { a: 1 }, index: emptyMetadataIndex };
  const text = { ...makeTextIndex(['new']), text: 'new' };
  expect(await changeMemory(store, { ...change, expectedVersion: 1, text })).toEqual({ kind: 'written' });
  expect(await changeMemory(store, { ...change, expectedVersion: 1, text })).toEqual({ kind: 'stale' });
  const { memories } = await store.list({ scope: { accountId: ana }, limit: 10 });
  expect(memories).toMatchObject([{ text: 'new', version: 2, metadata: { a: 1 }, textChangedAt: 2 }]);
  expect(await removeMemory(store, ana, 'mem_1')).toEqual({ kind: 'written' });
  expect(await store.findResponse(ana, record, 1)).toEqual({ ...response, status: 404, body: '' });
  expect(await removeMemory(store, ana, 'mem_1')).toEqual({ kind: 'missing' });
});

it('the skeleton of a store rejects what the quota has no capacity for', async () => {
  const store = createSkeletonRows();
  const quota = { ...unlimited, memoryWrites: 2, endUsers: 1, projects: 1 };
  const insert = (id: string, userId: string, projects: string[]) =>
    insertMemory(store, makePendingMemory('boat', 1, { id, userId }), makeIndex([], { projects }), quota);
  expect(await insert('mem_1', 'cleo', ['p'])).toEqual({ kind: 'written' });
  expect(await insert('mem_2', 'dan', [])).toEqual({ kind: 'over_limit', limits: ['end_users'] });
  expect(await insert('mem_2', 'cleo', ['q'])).toEqual({ kind: 'over_limit', limits: ['projects'] });
  expect(await insert('mem_2', ana, ['p'])).toEqual({ kind: 'written' });
  expect(await insert('mem_3', ana, ['p'])).toEqual({ kind: 'over_limit', limits: ['memory_writes'] });
  const page = await store.countFacets({ scope: { accountId: ana }, limit: 10, maxIds: 1 });
  expect(page).toMatchObject({ memories: 2, projects: [{ name: 'p', count: 2, memoryIds: ['mem_2'] }] });
});
