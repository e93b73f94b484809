import { expect, it } from 'vitest';
import { useRequestLog } from '../use-request-log.ts';

const log = useRequestLog();

it('200: every authenticated request within a second, rejected ones too, and nothing of what it carried', async () => {
  const secret = 'the combination is seven';
  const written = await log.account.api.post('/memories?', { text: secret, metadata: { note: secret } });
  await log.account.api.get(`/memories?user_id=${encodeURIComponent(secret)}`);
  await log.account.api.post('/search', { query: ' ' });
  await log.account.session.get('/auth/me');
  // Registering in this test called it once, too.
  await log.contains('getAccount', 2);
  const { results } = await log.page();
  const create = results.find(({ operation }: { operation: string }) => operation === 'createMemory');
  const key = (await log.account.session.get('/api-keys')).body.results[0];
  expect(create).toEqual({
    id: written.headers['x-request-id'],
    created_at: new Date(log.start).toISOString(),
    method: 'POST',
    path: '/memories',
    operation: 'createMemory',
    source: 'rest',
    status_code: 202,
    latency_ms: expect.any(Number),
    key_id: key.id,
    key_prefix: key.key_prefix,
    count: 1,
  });
  expect(results).toContainEqual(expect.objectContaining({ operation: 'searchMemories', status_code: 400 }));
  expect(results).toContainEqual(
    expect.objectContaining({ operation: 'getAccount', source: 'dashboard', key_id: null, key_prefix: null }),
  );
  expect(JSON.stringify(results)).not.toMatch(/combination|seven|user_id=/);
  expect(JSON.stringify(results)).not.toContain(log.account.key);
});

it('200: nothing of a path but ids, since callers may send anything in the place of one', async () => {
  const id = 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2';
  await log.account.api.get(`/memories/${log.account.token}`);
  await log.account.api.get(`/memories/${'my%20secret%20words'.repeat(100)}`);
  await log.account.api.get(`/memories/${id}`);
  await log.contains('getMemory', 3);
  const { results } = await log.page('?operation=getMemory');
  const paths = results.map(({ path }: { path: string }) => path).sort();
  expect(paths).toEqual([`/memories/${id}`, '/memories/{memory_id}', '/memories/{memory_id}']);
});

it('200: agrees with the usage when the client left while it waited for its write', async () => {
  const gone = new AbortController();
  const headers = { ...log.account.api.headers, 'Content-Type': 'application/json', Prefer: 'wait=5' };
  log.app.embedder.hold();
  const response = fetch(`${log.app.url}/memories`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: 'nobody waits' }),
    signal: gone.signal,
  }).catch(() => undefined);
  await expect.poll(async () => (await log.account.api.get('/usage')).body.memory_write.used).toBe(1);
  gone.abort();
  await response;
  log.app.embedder.release();
  await log.contains('createMemory', 1);
  expect((await log.statistics()).totals.memory_write).toBe(1);
});

it('200: nothing without an account: unknown paths, wrong methods, failed credentials, public pages', async () => {
  await log.app.call({ method: 'GET', path: '/memories', headers: { 'X-API-Key': 'mnk_wrong' } });
  await log.account.api.get('/no-such-path');
  await log.app.call({ method: 'PATCH', path: '/memories', headers: log.account.api.headers });
  await log.account.api.get('/healthz');
  await log.account.api.get('/usage');
  await log.contains('getUsage', 1);
  const paths = (await log.page()).results.map(({ path }: { path: string }) => path);
  expect(paths).not.toContain('/no-such-path');
  expect(paths).not.toContain('/healthz');
  expect((await log.page('?status_code=401')).total).toBe(0);
  expect((await log.page('?status_code=405')).total).toBe(0);
});

it('200: pages without gaps, narrowed by each filter, and without requests of other accounts', async () => {
  for (let n = 0; n < 5; n++) {
    log.now += 1_000;
    await log.account.api.get('/usage');
  }
  await log.contains('getUsage', 5);
  const page = (offset: number) => log.page(`?operation=getUsage&limit=2&offset=${offset}`);
  const pages = [await page(0), await page(2), await page(4)];
  expect(pages.map(({ results }) => results.length)).toEqual([2, 2, 1]);
  expect(new Set(pages.flatMap(({ results }) => results.map(({ id }: { id: string }) => id))).size).toBe(5);
  const from = new Date(log.start + 2_000).toISOString();
  const to = new Date(log.start + 4_000).toISOString();
  expect((await log.page(`?operation=getUsage&from=${from}&to=${to}`)).total).toBe(2);
  const other = await log.app.register();
  expect((await other.api.get('/requests?operation=getUsage')).body).toMatchObject({ results: [], total: 0 });
});

it.each([
  ['limit=0', '/query/limit'],
  ['limit=1001', '/query/limit'],
  ['offset=-1', '/query/offset'],
  ['status_code=abc', '/query/status_code'],
  ['from=yesterday', '/query/from'],
  ['key=1', '/query/key'],
  ['from=2026-11-22T00:00:00Z&to=2026-11-22T00:00:00Z', '/query/to'],
])('400: ?%s, with the name of the parameter', async (query, path) => {
  const { status, body } = await log.account.api.get(`/requests?${query}`);
  expect([status, body.errors[0].path]).toEqual([400, path]);
});
