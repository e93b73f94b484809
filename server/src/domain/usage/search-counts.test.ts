import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStoresInMemory } from '../../../test/create-stores-in-memory.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { describeUsage } from './search-counts.contract.ts';
import { createUsage, type Usage, type UsageRecords } from './search-counts.ts';
import type { SearchCount } from './usage-commands.ts';

const november = Date.UTC(2026, 10);
const ana = 'acct_ana';

describeUsage('SQLite', () => createTestStore());

describe('searches without a limit', () => {
  const one = (accountId: string, searches: number): SearchCount => ({ accountId, month: november, searches });
  const run = vi.fn(async (_accountId: string, _name: string, _input: unknown): Promise<unknown> => 9);
  const get = vi.fn(async () => undefined);
  const query = vi.fn(async () => ({}));
  let usage: Usage;
  let errors: unknown[];

  beforeEach(() => {
    vi.useFakeTimers();
    errors = [];
    for (const mock of [run, get, query]) mock.mockClear();
    const records = { run, get, query } as unknown as UsageRecords;
    usage = createUsage({ records, flushMs: 250, onError: (error) => errors.push(error) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are written before one with a limit, which has a write of its own', async () => {
    for (const accountId of [ana, 'acct_bo', ana]) {
      expect(await usage.countSearch(accountId, november, null)).toBe(true);
    }
    expect(run).not.toHaveBeenCalled();
    const counted = usage.countSearch(ana, november, 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(await counted).toBe(true);
    expect(run.mock.calls).toEqual([
      ['', 'addSearches', [one(ana, 2), one('acct_bo', 1)]],
      [ana, 'countSearches', { ...one(ana, 1), limit: 5 }],
    ]);
  });

  it.each([
    ['searches', get],
    ['usage', query],
  ] as const)('are written before %s are read', async (method, read) => {
    await usage.countSearch(ana, november, null);
    await usage[method](ana, november);
    expect(run.mock.calls).toEqual([['', 'addSearches', [one(ana, 1)]]]);
    const [added, reading] = [run, read].map(({ mock }) => mock.invocationCallOrder[0]);
    expect(added).toBeLessThan(reading as number);
  });
});

it('searches with a limit that arrive together are counted by one command, and later ones after a failure', async () => {
  const { records } = await createStoresInMemory({ accounts: [ana] });
  let commands = 0;
  let fails = true;
  const run = async (...call: Parameters<typeof records.run>) => {
    commands++;
    if (fails) throw new Error('the disk is full');
    return records.run(...call);
  };
  const counted = { ...records, run: run as typeof records.run };
  const usage = createUsage({ records: counted, flushMs: 1_000, onError: () => {} });
  const search = () => usage.countSearch(ana, november, 8);
  const failed = await Promise.allSettled([search(), search()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await Promise.all([search(), search()])).toEqual([true, true]);
  expect(commands).toBe(2);
  expect((await Promise.all(Array.from({ length: 9 }, search))).map(Number).join('')).toBe('111111000');
  expect(commands).toBe(3);
  expect(await usage.searches(ana, november)).toBe(8);
});
