import { expect } from 'vitest';
import type { Where } from '../../../src/ports/conditions.ts';
import { find, write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client } from '../start-test-app.ts';

let api: Client;
let urgent: string;
let done: string;
it.beforeAll(async ({ apps }) => {
  ({ api } = await (await apps.open()).register({ plan: 'enterprise' }));
  urgent = await write(api, 'fix the antenna', { metadata: { priority: 5, state: 'open', 'a.b': '$x', due: null } });
  done = await write(api, 'fix the antenna mast', { metadata: { priority: 3, state: 'done', project: 'apollo' } });
});

const found = async (where: Where, more: object = {}) => (await find(api, 'antenna', { where, ...more })).sort();

it('200: only memories that meet the conditions are found', async () => {
  const minPriority = (value: number) => ({ key: 'priority', op: 'gte', value }) as const;
  const isDone = { key: 'state', op: 'in', value: ['done', 'dropped'] } as const;
  expect(await found({ all: [minPriority(3)] })).toEqual([urgent, done].sort());
  expect(await found({ all: [minPriority(4)] })).toEqual([urgent]);
  expect(await found({ all: [minPriority(3)], none: [isDone] })).toEqual([urgent]);
  expect(await found({ any: [minPriority(4), isDone] })).toEqual([urgent, done].sort());
  expect(await found({ all: [{ key: 'a.b', op: 'eq', value: '$x' }] })).toEqual([urgent]);
  expect(await found({ all: [{ key: 'due', op: 'eq', value: null }] })).toEqual([urgent]);
  expect(await found({ all: [minPriority(6)] })).toEqual([]);
  expect(await found({})).toEqual([urgent, done].sort());
});

it('200: conditions, filters and scope parameters must all hold', async () => {
  const where: Where = { none: [{ key: 'due', op: 'exists', value: true }] };
  expect(await found(where, { filters: { priority: 3 }, project: 'apollo' })).toEqual([done]);
  expect(await found(where, { filters: { priority: 5 } })).toEqual([]);
  expect(await found(where, { project: 'gemini' })).toEqual([]);
});

it('200: a change of the metadata counts at once', async () => {
  const where: Where = { all: [{ key: 'stage', op: 'contains', value: 'rev' }] };
  expect(await found(where)).toEqual([]);
  const metadata = { priority: 3, state: 'done', project: 'apollo', stage: 'review' };
  await api.put(`/memories/${done}`, { metadata });
  expect(await found(where)).toEqual([done]);
  await api.put(`/memories/${done}`, { metadata: { ...metadata, stage: 'final' } });
  expect(await found(where)).toEqual([]);
});

it('200: expect names the conditions that leave a memory out', async () => {
  const no = { key: 'state', op: 'eq', value: 'closed' } as const;
  const yes = { key: 'state', op: 'eq', value: 'open' } as const;
  const conditions = async (where: Where) => {
    const { body } = await api.post('/search', { query: 'antenna', where, explain: true, expect: urgent });
    return [body.expected.reason, body.expected.conditions];
  };
  expect(await conditions({ all: [yes, no], any: [no], none: [no, yes] })).toEqual([
    'filtered',
    ['where.all.1', 'where.any', 'where.none.1'],
  ]);
  expect(await conditions({ all: [yes], any: [no, yes], none: [no] })).toEqual(['found', []]);
});
