import { expect, it } from 'vitest';
import { beginBody } from '../send-raw.ts';
import { useClockedAccount } from '../shared-apps.ts';

const start = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;
const { app, account, clock } = useClockedAccount({ start, environment: { MNEMA_LOG_RETENTION_DAYS: '30' } });
const page = async (query = '') => (await account.api.get(`/requests${query}`)).body;
const statistics = async (query = '') => (await account.api.get(`/requests/stats${query}`)).body;
/** Requests are in the log after a second, on a machine that has nothing else to do. */
const contains = (operation: string, count: number) =>
  expect.poll(async () => (await page(`?operation=${operation}`)).total, { timeout: 10_000 }).toBe(count);

it('200: every authenticated request within a second, rejected ones too, and nothing of what it carried', async () => {
  const secret = 'the combination is seven';
  const written = await account.api.post('/memories?', { text: secret, metadata: { note: secret } });
  await account.api.get(`/memories?user_id=${encodeURIComponent(secret)}`);
  await account.api.post('/search', { query: ' ' });
  await account.session.get('/auth/me');
  // Registering in this test called it once, too.
  await contains('getAccount', 2);
  const { results } = await page();
  const create = results.find(({ operation }: { operation: string }) => operation === 'createMemory');
  const key = (await account.session.get('/api-keys')).body.results[0];
  expect(create).toEqual({
    ...{ id: written.headers['x-request-id'], created_at: new Date(start).toISOString(), source: 'rest', count: 1 },
    ...{ method: 'POST', path: '/memories', operation: 'createMemory', status_code: 202 },
    ...{ latency_ms: expect.any(Number), key_id: key.id, key_prefix: key.key_prefix },
  });
  expect(results).toContainEqual(expect.objectContaining({ operation: 'searchMemories', status_code: 400 }));
  expect(results).toContainEqual(
    expect.objectContaining({ operation: 'getAccount', source: 'dashboard', key_id: null, key_prefix: null }),
  );
  expect(JSON.stringify(results)).not.toMatch(/combination|seven|user_id=/);
  expect(JSON.stringify(results)).not.toContain(account.key);
});

it('200: nothing of a path but ids, since callers may send anything in the place of one', async () => {
  const id = 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2';
  await account.api.get(`/memories/${account.token}`);
  await account.api.get(`/memories/${'my%20secret%20words'.repeat(100)}`);
  await account.api.get(`/memories/${id}`);
  await contains('getMemory', 3);
  const { results } = await page('?operation=getMemory');
  const paths = results.map(({ path }: { path: string }) => path).sort();
  expect(paths).toEqual([`/memories/${id}`, '/memories/{memory_id}', '/memories/{memory_id}']);
});

it('200: agrees with the usage when the client left while it waited for its write', async () => {
  app.embedder.hold();
  const body = JSON.stringify({ text: 'nobody waits' });
  const headers = { ...account.api.headers, Prefer: 'wait=5', 'Content-Length': String(body.length) };
  const { socket } = await beginBody(app.url, '/memories', { headers, body });
  await expect.poll(async () => (await account.api.get('/usage')).body.memory_write.used).toBe(1);
  socket.destroy();
  app.embedder.release();
  await contains('createMemory', 1);
  expect((await statistics()).totals.memory_write).toBe(1);
});

it('200: nothing without an account: unknown paths, wrong methods, failed credentials, public pages', async () => {
  await app.call({ method: 'GET', path: '/memories', headers: { 'X-API-Key': 'mnk_wrong' } });
  await account.api.get('/no-such-path');
  await app.call({ method: 'PATCH', path: '/memories', headers: account.api.headers });
  await account.api.get('/healthz');
  await account.api.get('/usage');
  await contains('getUsage', 1);
  expect(JSON.stringify(await page())).not.toMatch(/no-such-path|healthz/);
  for (const status of [401, 405]) expect((await page(`?status_code=${status}`)).total).toBe(0);
});

it('200: counts that add up to each other and to what the quota counted', async () => {
  await account.api.post('/memories', { text: 'the harbour freezes in January' });
  const key = { 'Idempotency-Key': 'once' };
  await account.api.post('/memories', { text: 'twice' }, key);
  await account.api.post('/memories', { text: 'twice' }, key);
  await account.api.post('/search', { query: 'harbour' });
  await account.api.post('/search', { query: '' });
  await contains('searchMemories', 2);
  const body = await statistics();
  const { totals } = body;
  expect(totals).toMatchObject({ memory_write: 2, memory_search: 1, errors: 1 });
  const creates = body.by_operation.find(({ operation }: { operation: string }) => operation === 'createMemory');
  expect(creates).toMatchObject({ count: 3, errors: 0 });
  expect(creates.latency_ms.p50).toBeGreaterThan(0);
  const sum = (counts: unknown[]) => (counts as number[]).reduce((total, count) => total + count, 0);
  for (const counts of [
    body.by_operation.map(({ count }: { count: number }) => count),
    body.days.map(({ requests }: { requests: number }) => requests),
    Object.values(body.by_status),
  ])
    expect(sum(counts)).toBe(totals.requests);
});

it('200: every day of the range, by default the 365 days that end today', async () => {
  const { from, to, days } = await statistics();
  expect([from, to, days.length]).toEqual(['2025-11-22', '2026-11-21', 365]);
  const two = await statistics('?from=2026-11-20&to=2026-11-21T23:59:59Z');
  expect(two.days.map(({ date }: { date: string }) => date)).toEqual(['2026-11-20', '2026-11-21']);
  expect((await statistics('?from=2026-11-20T23:00:00-05:00&to=2026-11-21')).from).toBe('2026-11-21');
});

it('200: outlive the rows of the log, which are removed after the configured days', async () => {
  await account.api.get('/usage');
  await contains('getUsage', 1);
  clock.time = start + 29 * dayMs;
  await app.services.housekeep();
  expect((await page('?operation=getUsage')).total).toBe(1);
  clock.time = start + 30 * dayMs + 1;
  await app.services.housekeep();
  expect((await page('?operation=getUsage')).total).toBe(0);
  const { by_operation } = await statistics('?from=2026-11-21&to=2026-11-21');
  expect(by_operation).toContainEqual(expect.objectContaining({ operation: 'getUsage', count: 1 }));
});

it.each([
  ['?from=yesterday', '/query/from'],
  ['?from=2026-11-22T00:00:00Z&to=2026-11-22T00:00:00Z', '/query/to'],
  ['?after=bm9uc2Vuc2U', '/query/after'],
  ['/stats?from=2026-11-22&to=2026-11-21', '/query/from'],
  ['/stats?from=2020-01-01', '/query/from'],
  ['/stats?from=2026-02-30', '/query/from'],
  ['/stats?to=soon-enough', '/query/to'],
])('400: /requests%s, with the name of the parameter', async (query, path) => {
  const { status, body } = await account.api.get(`/requests${query}`);
  expect([status, body.errors[0].path]).toEqual([400, path]);
});
