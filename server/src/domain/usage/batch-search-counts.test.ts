import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SearchCount, UsageStore } from '../../ports/usage-store.ts';
import { type BatchedUsage, batchSearchCounts } from './batch-search-counts.ts';

const november = Date.UTC(2026, 10);
const ana = 'acct_ana';
const one = (accountId: string, searches: number): SearchCount => ({ accountId, month: november, searches });

let store: { [Method in keyof UsageStore]: ReturnType<typeof vi.fn<UsageStore[Method]>> };
let usage: BatchedUsage;
let errors: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  errors = [];
  store = {
    countSearch: vi.fn(async () => true),
    addSearches: vi.fn(async () => {}),
    searches: vi.fn(async () => 0),
    usage: vi.fn(async () => ({ memoryWrites: 0, memorySearches: 0, endUsers: 0, projects: 0 })),
  };
  usage = batchSearchCounts(store, { flushMs: 250, onError: (error) => errors.push(error) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('searches without a limit share a write, and none waits for it', async () => {
  for (let n = 0; n < 3; n++) expect(await usage.countSearch(ana, november, null)).toBe(true);
  await usage.countSearch('acct_bo', november, null);
  expect(store.addSearches).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(250);
  expect(store.addSearches.mock.calls).toEqual([[[one(ana, 3), one('acct_bo', 1)]]]);
  expect(store.countSearch).not.toHaveBeenCalled();
});

it('a search with a limit has a write of its own, after those that were collected', async () => {
  await usage.countSearch(ana, november, null);
  await usage.countSearch(ana, november, 5);
  expect(store.countSearch).toHaveBeenCalledWith(ana, november, 5);
  const [added, counted] = [store.addSearches, store.countSearch].map(({ mock }) => mock.invocationCallOrder[0]);
  expect(added).toBeLessThan(counted as number);
});

it.each(['searches', 'usage'] as const)('%s are read with what was collected', async (method) => {
  await usage.countSearch(ana, november, null);
  await usage[method](ana, november);
  expect(store.addSearches).toHaveBeenCalledWith([one(ana, 1)]);
  const [added, read] = [store.addSearches, store[method]].map(({ mock }) => mock.invocationCallOrder[0]);
  expect(added).toBeLessThan(read as number);
});

it('counts that could not be written are written later, with those that came meanwhile', async () => {
  store.addSearches.mockRejectedValueOnce(new Error('the disk is full'));
  await usage.countSearch(ana, november, null);
  await vi.advanceTimersByTimeAsync(250);
  expect(errors).toHaveLength(1);
  await usage.countSearch(ana, november, null);
  await vi.advanceTimersByTimeAsync(250);
  expect(store.addSearches).toHaveBeenLastCalledWith([one(ana, 2)]);
});

it('the end writes what was collected', async () => {
  await usage.countSearch(ana, november, null);
  await usage.stop();
  expect(store.addSearches).toHaveBeenCalledWith([one(ana, 1)]);
});
