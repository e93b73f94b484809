import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from '../check-response.ts';
import { useClockedAccount } from '../shared-apps.ts';

const november = Date.UTC(2026, 10, 21, 12);
const december = Date.UTC(2026, 11, 1);
const { app, account, clock } = useClockedAccount({ start: november });

const write = (more: object = {}, headers: Record<string, string> = {}) =>
  account.api.post('/memories', { text: 'the harbour freezes in January', ...more }, headers);
const change = (changes: object) =>
  app.services.records.run(account.id, 'updateAccount', { accountId: account.id, changes });
const usage = async () => (await account.api.get('/usage')).body;
const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const having = (responses: ReceivedResponse[], status: number) =>
  responses.filter((response) => response.status === status);

describe('the quota of a month', () => {
  it('admits exactly 100 of 130 writes that come at once on the free plan, and begins anew with the month', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await write({}, key);
    const responses = await times(129, (n) => write({ text: `note number ${n}` }));
    expect(having(responses, 202)).toHaveLength(99);
    const rejected = having(responses, 429);
    expect(rejected).toHaveLength(30);
    expect(rejected[0]?.body).toMatchObject({ code: 'quota_exceeded', resets_at: '2026-12-01T00:00:00.000Z' });
    expect(rejected[0]?.headers['retry-after']).toBe(String((december - november) / 1_000));
    const { body } = await account.api.get('/memories');
    expect(body.results).toHaveLength(100);
    expect(await usage()).toMatchObject({ memory_write: { used: 100, limit: 100, remaining: 0 } });
    // A repeated write gets its response all the same, and what is there can be deleted.
    const path = `/memories/${first.body.memory_id}`;
    expect((await write({}, key)).text).toBe(first.text);
    expect((await account.api.put(path, { text: 'new' })).body.code).toBe('quota_exceeded');
    expect((await account.api.delete(path)).status).toBe(200);
    clock.time = december - 1;
    expect((await write()).status).toBe(429);
    clock.time = december;
    expect((await write()).status).toBe(202);
    expect(await usage()).toMatchObject({
      period: { start: '2026-12-01T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' },
      memory_write: { used: 1 },
    });
  });

  it('takes the limits agreed for an enterprise account, and no others for other plans', async () => {
    const limits = { memoryWrites: 2, memorySearches: null, endUsers: 1 };
    await change({ limits });
    expect(await usage()).toMatchObject({ plan: 'free', memory_write: { limit: 100 } });
    await change({ plan: 'enterprise' });
    const counted = { memory_write: { limit: 2 }, memory_search: { limit: null, remaining: null } };
    const named = { end_users: { limit: 1 }, projects: { limit: null } };
    expect(await usage()).toMatchObject({ plan: 'enterprise', ...counted, ...named });
    const responses = await times(3, () => write());
    expect(having(responses, 202)).toHaveLength(2);
  });
});

it('the free plan has one project and one end user beside the account, and others are rejected by their names', async () => {
  const ofBo = { user_id: 'bo', metadata: { project: 'apollo' } };
  for (const accepted of [ofBo, ofBo, { user_id: account.id }, {}]) expect((await write(accepted)).status).toBe(202);
  for (const [more, limit] of [
    [{ metadata: { project: 'Apollo' } }, 'projects'],
    [{ user_id: 'dan' }, 'end_users'],
  ] as const) {
    expect(await write(more)).toMatchObject({ status: 403, body: { code: 'plan_limit_reached', limit } });
  }
  const full = { used: 1, limit: 1 };
  expect(await usage()).toMatchObject({ projects: full, end_users: full, memory_write: { used: 4 } });
  await change({ plan: 'growth' });
  expect((await write({ user_id: 'dan' })).status).toBe(202);
});

it('a reused Idempotency-Key is checked before the limit of projects, and that before the month', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  await write({ metadata: { project: 'apollo' } }, key);
  await times(99, () => write());
  const gemini = { metadata: { project: 'gemini' } };
  expect((await write(gemini)).body.code).toBe('plan_limit_reached');
  expect((await write(gemini, key)).body.code).toBe('idempotency_key_reused');
  expect((await account.api.put('/memories/mem_00000000000000000000000000', { text: 'x' })).status).toBe(404);
});
