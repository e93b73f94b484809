import { expect, it } from 'vitest';
import { useRequestLog } from '../use-request-log.ts';

const dayMs = 86_400_000;
const log = useRequestLog();

it('200: counts that add up to each other and to what the quota counted', async () => {
  await log.account.api.post('/memories', { text: 'the harbour freezes in January' });
  const key = { 'Idempotency-Key': 'once' };
  await log.account.api.post('/memories', { text: 'twice' }, key);
  await log.account.api.post('/memories', { text: 'twice' }, key);
  await log.account.api.post('/search', { query: 'harbour' });
  await log.account.api.post('/search', { query: '' });
  await log.contains('searchMemories', 2);
  const body = await log.statistics();
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

it('200: every day of the range, by default the 365 days that end today', async () => {
  const { from, to, days } = await log.statistics();
  expect([from, to, days.length]).toEqual(['2025-11-22', '2026-11-21', 365]);
  const two = await log.statistics('?from=2026-11-20&to=2026-11-21T23:59:59Z');
  expect(two.days.map(({ date }: { date: string }) => date)).toEqual(['2026-11-20', '2026-11-21']);
  const zone = await log.statistics('?from=2026-11-20T23:00:00-05:00&to=2026-11-21');
  expect(zone.from).toBe('2026-11-21');
});

it.each([
  ['from=2026-11-22&to=2026-11-21', '/query/from'],
  ['from=2020-01-01', '/query/from'],
  ['from=2026-02-30', '/query/from'],
  ['to=soon-enough', '/query/to'],
])('400: ?%s, with the name of the parameter', async (query, path) => {
  const { status, body } = await log.account.api.get(`/requests/stats?${query}`);
  expect([status, body.errors[0].path]).toEqual([400, path]);
});

it('200: outlive the rows of the log, which are removed after the configured days', async () => {
  await log.account.api.get('/usage');
  await log.contains('getUsage', 1);
  log.now = log.start + 29 * dayMs;
  await log.app.services.housekeep();
  expect((await log.page('?operation=getUsage')).total).toBe(1);
  log.now = log.start + 30 * dayMs + 1;
  await log.app.services.housekeep();
  expect((await log.page('?operation=getUsage')).total).toBe(0);
  const { by_operation } = await log.statistics('?from=2026-11-21&to=2026-11-21');
  expect(by_operation).toContainEqual(expect.objectContaining({ operation: 'getUsage', count: 1 }));
  log.now = log.start + 400 * dayMs;
  await log.app.services.housekeep();
  expect((await log.statistics('?from=2026-11-21&to=2026-11-21')).totals.requests).toBe(0);
});
