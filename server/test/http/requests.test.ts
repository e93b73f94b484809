import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestAccount, type TestApp } from './start-test-app.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 21, 12);
let now = start;
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await startTestApp({ MNEMA_LOG_RETENTION_DAYS: '30' }, { clock: { now: () => now } });
});
afterAll(() => app.close());
beforeEach(async () => {
  account = await app.register();
});
afterEach(() => {
  now = start;
});

const log = async (query = '') => (await account.api.get(`/requests${query}`)).body;
const statistics = async (query = '') => (await account.api.get(`/requests/stats${query}`)).body;
/** Waits as long as the log may take: a second. */
const logged = (operation: string, count: number) =>
  expect.poll(async () => (await log(`?operation=${operation}`)).total, { timeout: 1_000 }).toBe(count);

describe('the request log', () => {
  it('has every authenticated request within a second, refused ones too, and nothing of what it carried', async () => {
    const secret = 'the combination is seven';
    const written = await account.api.post('/memories?', { text: secret, metadata: { note: secret } });
    await account.api.get(`/memories?user_id=${encodeURIComponent(secret)}`);
    await account.api.post('/search', { query: ' ' });
    await account.session.get('/auth/me');
    // Registering asked once, too.
    await logged('getAccount', 2);
    const { results } = await log();
    const create = results.find(({ operation }: { operation: string }) => operation === 'createMemory');
    const key = (await account.session.get('/api-keys')).body.results[0];
    expect(create).toEqual({
      id: written.headers['x-request-id'],
      created_at: new Date(start).toISOString(),
      method: 'POST',
      path: '/memories',
      operation: 'createMemory',
      source: 'rest',
      status_code: 202,
      latency_ms: expect.any(Number),
      key_id: key.id,
      key_prefix: key.key_prefix,
    });
    expect(results).toContainEqual(expect.objectContaining({ operation: 'searchMemories', status_code: 400 }));
    expect(results).toContainEqual(
      expect.objectContaining({ operation: 'getAccount', source: 'dashboard', key_id: null, key_prefix: null }),
    );
    expect(JSON.stringify(results)).not.toMatch(/combination|seven|user_id=/);
    expect(JSON.stringify(results)).not.toContain(account.key);
  });

  it('holds nothing of a path but ids: it may be anything that the caller took for one', async () => {
    const id = 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2';
    await account.api.get(`/memories/${account.token}`);
    await account.api.get(`/memories/${'my%20secret%20words'.repeat(100)}`);
    await account.api.get(`/memories/${id}`);
    await logged('getMemory', 3);
    const { results } = await log('?operation=getMemory');
    const paths = results.map(({ path }: { path: string }) => path).sort();
    expect(paths).toEqual([`/memories/${id}`, '/memories/{memory_id}', '/memories/{memory_id}']);
  });

  it('agrees with the usage when the client left while its write was waited for', async () => {
    const gone = new AbortController();
    const headers = { ...account.api.headers, 'Content-Type': 'application/json', Prefer: 'wait=5' };
    app.embedder.hold();
    const response = fetch(`${app.url}/memories`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text: 'nobody waits' }),
      signal: gone.signal,
    }).catch(() => undefined);
    await expect.poll(async () => (await account.api.get('/usage')).body.memory_write.used).toBe(1);
    gone.abort();
    await response;
    app.embedder.release();
    await logged('createMemory', 1);
    expect((await statistics()).totals.memory_write).toBe(1);
  });

  it('leaves out whatever belongs to nobody: unknown paths, wrong methods, failed credentials, public pages', async () => {
    await app.call({ method: 'GET', path: '/memories', headers: { 'X-API-Key': 'mnk_wrong' } });
    await account.api.get('/no-such-path');
    await app.call({ method: 'PATCH', path: '/memories', headers: account.api.headers });
    await account.api.get('/healthz');
    await account.api.get('/usage');
    await logged('getUsage', 1);
    const paths = (await log()).results.map(({ path }: { path: string }) => path);
    expect(paths).not.toContain('/no-such-path');
    expect(paths).not.toContain('/healthz');
    expect((await log('?status_code=401')).total).toBe(0);
    expect((await log('?status_code=405')).total).toBe(0);
  });

  it('pages through without gaps, narrows by each filter, and never shows the requests of others', async () => {
    for (let n = 0; n < 5; n++) {
      now += 1_000;
      await account.api.get('/usage');
    }
    await logged('getUsage', 5);
    const page = (offset: number) => log(`?operation=getUsage&limit=2&offset=${offset}`);
    const pages = [await page(0), await page(2), await page(4)];
    expect(pages.map(({ results }) => results.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }: { id: string }) => id))).size).toBe(5);
    const from = new Date(start + 2_000).toISOString();
    const to = new Date(start + 4_000).toISOString();
    expect((await log(`?operation=getUsage&from=${from}&to=${to}`)).total).toBe(2);
    const other = await app.register();
    expect((await other.api.get('/requests?operation=getUsage')).body).toEqual({ results: [], total: 0 });
  });

  it.each([
    ['limit=0', '/query/limit'],
    ['limit=1001', '/query/limit'],
    ['offset=-1', '/query/offset'],
    ['status_code=abc', '/query/status_code'],
    ['from=yesterday', '/query/from'],
    ['key=1', '/query/key'],
  ])('refuses ?%s and names the parameter', async (query, path) => {
    const { status, body } = await account.api.get(`/requests?${query}`);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });
});

describe('request statistics', () => {
  it('add up to each other and count what the quota counted', async () => {
    await account.api.post('/memories', { text: 'the harbour freezes in January' });
    const key = { 'Idempotency-Key': 'once' };
    await account.api.post('/memories', { text: 'twice' }, key);
    await account.api.post('/memories', { text: 'twice' }, key);
    await account.api.post('/search', { query: 'harbour' });
    await account.api.post('/search', { query: '' });
    await logged('searchMemories', 2);
    const body = await statistics();
    const { totals } = body;
    expect(totals).toMatchObject({ memory_write: 2, memory_search: 1, errors: 1 });
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(body.by_operation.map(({ count }: { count: number }) => count))).toBe(totals.requests);
    expect(sum(Object.values(body.by_status) as number[])).toBe(totals.requests);
    expect(sum(body.days.map(({ requests }: { requests: number }) => requests))).toBe(totals.requests);
    const creates = body.by_operation.find(({ operation }: { operation: string }) => operation === 'createMemory');
    expect(creates).toMatchObject({ count: 3, errors: 0 });
    const { p50, p95, p99 } = creates.latency_ms;
    expect(p50).toBeGreaterThan(0);
    expect(p95).toBeGreaterThanOrEqual(p50);
    expect(p99).toBeGreaterThanOrEqual(p95);
  });

  it('has every day of the range, by default the 365 days that end today', async () => {
    const { from, to, days } = await statistics();
    expect([from, to, days.length]).toEqual(['2025-11-22', '2026-11-21', 365]);
    const two = await statistics('?from=2026-11-20&to=2026-11-21T23:59:59Z');
    expect(two.days.map(({ date }: { date: string }) => date)).toEqual(['2026-11-20', '2026-11-21']);
    const zone = await statistics('?from=2026-11-20T23:00:00-05:00&to=2026-11-21');
    expect(zone.from).toBe('2026-11-21');
  });

  it.each([
    ['from=2026-11-22&to=2026-11-21', '/query/from'],
    ['from=2020-01-01', '/query/from'],
    ['from=2026-02-30', '/query/from'],
    ['to=soon-enough', '/query/to'],
  ])('refuses ?%s and names the parameter', async (query, path) => {
    const { status, body } = await account.api.get(`/requests/stats?${query}`);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  it('outlive the rows of the log, which are forgotten after the configured days', async () => {
    await account.api.get('/usage');
    await logged('getUsage', 1);
    now = start + 29 * dayMs;
    await app.services.housekeep();
    expect((await log('?operation=getUsage')).total).toBe(1);
    now = start + 30 * dayMs + 1;
    await app.services.housekeep();
    expect((await log('?operation=getUsage')).total).toBe(0);
    const { by_operation } = await statistics('?from=2026-11-21&to=2026-11-21');
    expect(by_operation).toContainEqual(expect.objectContaining({ operation: 'getUsage', count: 1 }));
    now = start + 400 * dayMs;
    await app.services.housekeep();
    expect((await statistics('?from=2026-11-21&to=2026-11-21')).totals.requests).toBe(0);
  });
});
