import { expect } from 'vitest';
import { find, write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client } from '../start-test-app.ts';

const metadata = {
  project: 'apollo',
  number: 1,
  float: 0.5,
  yes: true,
  word: '1',
  list: ['x', 2, false, null, ['deep']],
  nothing: null,
  object: { inner: 'x' },
  'a.b': 'dotted',
  $gt: 'dollar',
  '': 'empty key',
  empty: '',
  infer_fallback_reason: 'mine',
};
let api: Client;
let accountId: string;
let id: string;
it.beforeAll(async ({ apps }) => {
  ({ api, id: accountId } = await (await apps.open()).register({ plan: 'enterprise' }));
  id = await write(api, 'a filtered memory', { metadata, agent_id: 'filterer' });
});

it.each<[object]>([
  [{ project: 'apollo' }],
  [{ number: 1 }],
  [{ number: 1.0, float: 0.5, yes: true }],
  [{ word: '1' }],
  [{ list: 'x' }],
  [{ list: 2 }],
  [{ list: false }],
  [{ list: ['nowhere', 2] }],
  [{ project: ['gemini', 'apollo'], yes: [true] }],
  [{ 'a.b': 'dotted', $gt: 'dollar' }],
  [{ '': 'empty key', empty: '' }],
  [{}],
])('200: %j match', async (filters) => {
  expect(await find(api, 'filtered', { filters, agent_id: 'filterer' })).toEqual([id]);
});

it.each<[object]>([
  [{ project: 'Apollo' }],
  [{ project: 'apollo ' }],
  [{ project: 'apo' }],
  [{ number: '1' }],
  [{ word: 1 }],
  [{ yes: 'true' }],
  [{ yes: 1 }],
  [{ list: 'deep' }],
  [{ list: 'x,2' }],
  [{ object: 'x' }],
  [{ 'object.inner': 'x' }],
  [{ nothing: 'null' }],
  [{ missing: 'x' }],
  [{ project: 'apollo', number: 2 }],
  [{ project: ['gemini', 'mercury'] }],
  [{ user_id: 'apollo' }],
  [{ agent_id: 'filterer' }],
])('200: %j do not match', async (filters) => {
  expect(await find(api, 'filtered', { filters })).toEqual([]);
});

it('200: filters and scopes must all hold', async () => {
  const other = await write(api, 'a filtered memory', { metadata, agent_id: 'other', run_id: 'r' });
  const filters = { project: 'apollo' };
  expect(await find(api, 'filtered', { filters, agent_id: 'other' })).toEqual([other]);
  expect(await find(api, 'filtered', { filters, run_id: 'r', user_id: accountId })).toEqual([other]);
  expect(await find(api, 'filtered', { filters, agent_id: 'filterer', run_id: 'r' })).toEqual([]);
  expect(await find(api, 'filtered', { filters, user_id: 'nobody' })).toEqual([]);
});
