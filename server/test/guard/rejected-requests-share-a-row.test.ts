import { expect, it, vi } from 'vitest';
import { createPurges } from '../../src/domain/usage/request-log.ts';
import type { RequestRecords } from '../../src/domain/usage/request-log-commands.ts';
import { createTestLimiter } from '../http/create-test-limiter.ts';
import { useTestApp } from '../http/shared-apps.ts';

const start = Date.UTC(2026, 10, 21, 12);
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
const app = useTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter, clock: { now: () => start } });

it('requests beyond the rate limit are one row, also when their client leaves before the rejection', async () => {
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
  expect((await api.get('/requests/stats')).body.by_status['4xx']).toBe(3);
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
