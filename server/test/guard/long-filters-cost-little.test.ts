import { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usualSearch } from '../../src/adapters/mongodb/search/search-documents.ts';
import { createReadStatistics } from '../../src/adapters/mongodb/search/statistics.ts';
import { MemoryOrdinals } from '../../src/adapters/sqlite/search/memory-ordinals.ts';
import { runToEnd } from '../make-memory.ts';

/** A body of 200 KB may have fifty times as many, whose keys take 20 MB. */
const alternatives = Array.from({ length: 1_000 }, (_, at) => `["${'ж'.repeat(180)}",${at}]`);
const scope = { accountId: 'acct_ana', filterKeys: [alternatives] };
const others = { accountId: 'acct_ana', filterKeys: [[...alternatives, '["other",1]']] };

let keys: unknown[];
const { set } = LRUCache.prototype;
const isShort = () => keys.map((key) => String(key).length < 300);
beforeEach(() => {
  keys = [];
  // A spy fails here, since the method has private fields of the cache.
  LRUCache.prototype.set = function (key, value, ...rest) {
    // Prepared statements have a cache of their own.
    if (!(value instanceof StatementSync)) keys.push(key);
    return set.call(this, key, value, ...rest);
  };
});
afterEach(() => {
  LRUCache.prototype.set = set;
  vi.restoreAllMocks();
});

it('kept views of an account on SQLite do not hold the filters of searches', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE memories (seq, filterKeys)');
  const ordinals = new MemoryOrdinals(1);
  const views = [scope, others, scope].map((one) => runToEnd(ordinals.view(db, one)).result);
  expect(isShort()).toEqual([true, true]);
  expect(views[2], 'the view is found again').toBe(views[0]);
  expect(views[1]).not.toBe(views[0]);
  db.close();
});

it('kept counts of words on MongoDB do not hold the filters of searches', async () => {
  const countDocuments = vi.fn(async () => 1_500);
  const memories = {
    aggregate: () => ({ toArray: async () => [{ scopeSize: 2_000, averageLength: 4.5 }] }),
    countDocuments,
  };
  const readStatistics = createReadStatistics({ memories } as never, usualSearch);
  for (const one of [scope, others, scope]) {
    expect(await readStatistics({} as never, one, ['boat', 'sea'])).toMatchObject({ scopeSize: 2_000 });
  }
  expect(countDocuments).toHaveBeenCalledTimes(4);
  expect(isShort()).toEqual([true, true, true, true, true, true]);
});

it('a filter is matched with few memories by one look-up for each of them, and none for each alternative', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE memories (seq, filterKeys)');
  db.prepare('INSERT INTO memories VALUES (7, ?)').run(JSON.stringify([alternatives[500]]));
  const ordinals = new MemoryOrdinals(1);
  for (const seq of [7, 8])
    ordinals.set([seq, `mem_${seq}`, '[]', '', 2, 0, 0, 0, null, 1, null, 4, null, 'ana', null, null, null]);
  const [get, all] = [vi.spyOn(StatementSync.prototype, 'get'), vi.spyOn(StatementSync.prototype, 'all')];
  expect([...runToEnd(ordinals.view(db, scope)).result.mask]).toEqual([1, 0]);
  expect([get.mock.calls.length, all.mock.calls.length]).toEqual([2, 0]);
  db.close();
});
