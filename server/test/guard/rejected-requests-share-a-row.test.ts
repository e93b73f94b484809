import { expect, it, vi } from 'vitest';
import { createPurges } from '../../src/domain/usage/request-log.ts';
import type { RequestRecords } from '../../src/domain/usage/request-log-commands.ts';
import { createTestLimiter } from '../http/create-test-limiter.ts';
import { useTestApp } from '../http/shared-apps.ts';

const start = Date.UTC(2026, 10, 21, 12);
let now = start;
let isUsedUp = false;
/** The limiter does not decide before this. */
let decision = Promise.resolve();
const counting = createTestLimiter();
const limiter: typeof counting = {
  ...counting,
  async take(rule, subject) {
    if (rule.name !== 'plan') return counting.take(rule, subject);
    const admitted = !isUsedUp;
    if (!admitted) await decision;
    return { admitted, remaining: 0, resetMs: 1_000 };
  },
};
const app = useTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter, clock: { now: () => now } });

it('requests beyond the rate limit are one row a minute and operation, whose count the statistics use', async () => {
  const { api } = await app.register();
  const ids: (string | undefined)[] = [];
  isUsedUp = true;
  for (let sent = 0; sent < 5; sent++) ids.push((await api.get('/usage')).headers['x-request-id']);
  await api.get('/memories');
  now += 60_000;
  ids.push((await api.get('/usage')).headers['x-request-id']);
  isUsedUp = false;
  const rows = async () =>
    (await api.get('/requests?status_code=429')).body.results.map(
      ({ id, operation, count }: { id: string; operation: string; count: number }) => [id, operation, count],
    );
  const listed = [
    [ids[5], 'getUsage', 1],
    [expect.any(String), 'listMemories', 1],
    [ids[0], 'getUsage', 5],
  ];
  await expect.poll(rows, { interval: 10 }).toEqual(listed);
  const { by_operation, by_status } = (await api.get('/requests/stats')).body;
  expect(by_operation.find(({ operation }: { operation: string }) => operation === 'getUsage').count).toBe(6);
  expect(by_status['4xx']).toBe(7);
  expect((await api.get('/requests?operation=createApiKey')).body.results).toMatchObject([{ count: 1 }]);
});

it('requests whose client leaves before the rejection get no row each', async () => {
  const { api } = await app.register();
  const { openRequests, metrics } = app.services.http;
  const { promise, resolve } = Promise.withResolvers<void>();
  [isUsedUp, decision] = [true, promise];
  const gone = new AbortController();
  const send = () => fetch(`${app.url}/usage`, { headers: api.headers, signal: gone.signal }).catch(() => {});
  const sent = [send(), send(), send()];
  await expect.poll(() => openRequests.count(), { interval: 5 }).toBe(3);
  const left = vi.spyOn(metrics, 'requestEnded');
  gone.abort();
  await Promise.all(sent);
  await expect.poll(() => left.mock.calls.length, { interval: 5 }).toBe(3);
  resolve();
  const rows = async () => {
    isUsedUp = false;
    return (await api.get('/requests?operation=getUsage')).body.results;
  };
  await expect.poll(rows, { interval: 10 }).toMatchObject([{ status_code: 429, count: 3 }]);
});

it('housekeeping keeps the newest million rows of an account', async () => {
  const given: object[] = [];
  const query = async (_: string, name: string, input: { after?: string }) => {
    if (name === 'newestExcessRequest') given.push(input);
    else return input.after === undefined ? [{ accountId: 'acct_1', isOld: false }] : [];
  };
  const records = { query, run: async () => 0 } as unknown as RequestRecords;
  await createPurges(records).purge(start, 400);
  expect(given).toEqual([{ accountId: 'acct_1', maxRows: 1_000_000 }]);
});
