import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { makeSample } from '../../../test/record-store/sample-records.ts';
import { applyWrites } from '../../adapters/sqlite/records/apply-writes.ts';
import { createTables } from '../../adapters/sqlite/records/create-tables.ts';
import { runCommand } from '../../adapters/sqlite/records/run-command.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { memories } from '../memories/kinds.ts';
import { usageMonths, type WriteQuota } from './kinds.ts';
import { countWrites, findOverLimit, isLimited } from './write-quota.ts';

const ana = 'acct_ana';
const month = Date.UTC(2026, 10);
const unlimited: WriteQuota = { month, memoryWrites: null, endUsers: null, projects: null };
let db: DatabaseSync;
let made = 0;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  createTables(db, [memories, usageMonths]);
});

/** Runs a command on the database of the test. */
async function run<Result>(command: (tx: Transaction) => Promise<Result>, now = 0): Promise<Result> {
  const { result, writes } = await runCommand(db, { command }, { accountId: ana, name: 'command', input: null, now });
  applyWrites(db, writes);
  return result as Result;
}

interface Write {
  userId?: string | null;
  projects?: string[];
  changed?: { id: string; projects: string[] };
}

/** Finds the limits that reject the writes of a commit; null for those that none rejects. */
async function limitsOf(quota: Partial<WriteQuota>, ...writes: Write[]) {
  const additions = writes.map(({ userId = null, projects = [], changed = null }) => ({ userId, projects, changed }));
  const over = await run((tx) => findOverLimit(tx, { ...unlimited, ...quota }, ana, additions));
  return over?.limits ?? 'none';
}

/** Stores a memory. @returns its id */
async function store(changes: object = {}): Promise<string> {
  const id = `mem_${made++}`;
  const live = { visibleTo: ana, expiresAt: null, projects: [], userId: ana };
  const record = { ...makeSample(memories, ana), id, importKey: null, extractingOf: null, ...live, ...changes };
  await run(async (tx) => tx.insert(memories, record as never));
  return id;
}

it('is limited if any limit applies', () => {
  expect(isLimited(unlimited)).toBe(false);
  for (const limit of ['memoryWrites', 'endUsers', 'projects'])
    expect(isLimited({ ...unlimited, [limit]: 9 })).toBe(true);
});

it('admits as many writes as the month has left, and returns the events of the limits that they pass', async () => {
  const quota = { ...unlimited, memoryWrites: 5 };
  expect(await limitsOf(quota, {}, {}, {})).toBe('none');
  expect(await run((tx) => countWrites(tx, ana, quota, 3))).toEqual([]);
  expect(await limitsOf(quota, {}, {}, {})).toEqual([null, null, 'memory_writes']);
  const events = await run((tx) => countWrites(tx, ana, quota, 2));
  expect(events.map(({ type, detail }) => [type, detail['used']])).toEqual([
    ['quota.near', 5],
    ['quota.exceeded', 5],
  ]);
  expect(await limitsOf(quota, {})).toEqual(['memory_writes']);
  expect(await limitsOf({ ...quota, month: Date.UTC(2026, 11) }, {})).toBe('none');
  expect(await limitsOf({}, {})).toBe('none');
  expect(await run((tx) => countWrites(tx, ana, unlimited, 1))).toEqual([]);
  expect(await run((tx) => countWrites(tx, ana, quota, 0))).toEqual([]);
  expect((await run((tx) => tx.get(usageMonths, { accountId: ana, month })))?.memoryWrites).toBe(6);
});

it('counts distinct end users without the account, and those of the same commit', async () => {
  await store();
  expect(await limitsOf({ endUsers: 0 }, { userId: ana }, { userId: null }, { userId: 'cleo' })).toEqual([
    ...[null, null],
    'end_users',
  ]);
  const samples = [{ userId: 'cleo' }, { userId: 'dan' }, { userId: 'cleo' }];
  expect(await limitsOf({ endUsers: 1 }, ...samples)).toEqual([null, 'end_users', null]);
  await store({ userId: 'dan' });
  expect(await limitsOf({ endUsers: 1 }, ...samples)).toEqual(['end_users', null, 'end_users']);
  // A smaller plan keeps the users of the larger one.
  await store({ userId: 'eve' });
  expect(await limitsOf({ endUsers: 1 }, { userId: 'eve' }, { userId: 'cleo' })).toEqual([null, 'end_users']);
});

it('counts neither archived memories nor those of other accounts', async () => {
  await store({ userId: 'cleo', visibleTo: null });
  await store({ userId: 'dan', projects: ['a'], accountId: 'acct_bo', visibleTo: 'acct_bo' });
  expect(await limitsOf({ endUsers: 1, projects: 1 }, { userId: 'eve', projects: ['b'] })).toBe('none');
});

it('counts distinct projects, and a memory may move to another one only if no other memory has its own', async () => {
  const limit = { projects: 2 };
  const one = await store({ projects: ['a'] });
  const two = await store({ projects: ['a', 'b'] });
  expect(await limitsOf(limit, { projects: ['a', 'b'] }, { projects: ['c'] })).toEqual([null, 'projects']);
  expect(await limitsOf(limit, { projects: ['c'], changed: { id: one, projects: ['a'] } })).toEqual(['projects']);
  expect(await limitsOf(limit, { projects: ['a', 'c'], changed: { id: two, projects: ['a', 'b'] } })).toBe('none');
  expect(await limitsOf(limit, { projects: ['c', 'd'], changed: { id: two, projects: ['a', 'b'] } })).toEqual([
    'projects',
  ]);
  // A smaller plan keeps the projects of the larger one.
  expect(await limitsOf({ projects: 1 }, { projects: ['c'], changed: { id: two, projects: ['b'] } })).toBe('none');
  const many = [{ projects: ['x'] }, { projects: ['y'] }, { projects: ['x'] }];
  expect(await limitsOf({ projects: 3 }, ...many)).toEqual([null, 'projects', null]);
});

it('adds no names of a write that a limit rejects', async () => {
  const quota = { endUsers: 1, projects: 0 };
  expect(await limitsOf(quota, { userId: 'cleo', projects: ['a'] }, { userId: 'dan' })).toEqual(['projects', null]);
});

it('counts the user and the project of a memory that has expired once, until it is removed', async () => {
  await store({ userId: 'cleo', projects: ['a'], expiresAt: 0 });
  const quota = { endUsers: 1, projects: 1 };
  expect(await limitsOf(quota, { userId: 'cleo', projects: ['a'] })).toBe('none');
  expect(await limitsOf(quota, { userId: 'dan' }, { projects: ['b'] })).toEqual(['end_users', 'projects']);
});
