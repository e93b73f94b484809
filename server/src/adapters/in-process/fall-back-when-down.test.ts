import { expect, it, vi } from 'vitest';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createInProcessRateLimiter } from './create-rate-limiter.ts';
import { admitAll, fallBackWhenDown } from './fall-back-when-down.ts';

const rule = { name: 'plan', points: 2, windowSeconds: 2 };
const away = () => Promise.reject(new Error('connection refused'));
const broken: RateLimiter = { take: away, peek: away, giveBack: away };

it('admits everything while the counters are away, counts each failure and reports one a minute', async () => {
  let now = 1_000_000;
  const failures = { failed: vi.fn(), report: vi.fn() };
  const limiter = fallBackWhenDown(broken, { fallback: admitAll, clock: { now: () => now }, failures });
  for (let taken = 0; taken < 5; taken++) expect((await limiter.take(rule, 'one')).admitted).toBe(true);
  expect((await limiter.peek(rule, 'one')).admitted).toBe(true);
  await limiter.giveBack(rule, 'one');
  expect([failures.failed.mock.calls.length, failures.report.mock.calls.length]).toEqual([7, 1]);
  now += 59_999;
  await limiter.take(rule, 'one');
  expect(failures.report).toHaveBeenCalledTimes(1);
  now += 1;
  await limiter.take(rule, 'one');
  expect(failures.report).toHaveBeenCalledTimes(2);
  expect(failures.report).toHaveBeenLastCalledWith(new Error('connection refused'));
});

it('leaves the results of a working limiter as they are', async () => {
  const failures = { failed: vi.fn(), report: vi.fn() };
  const clock = { now: () => 0 };
  const limiter = fallBackWhenDown(createInProcessRateLimiter(), { fallback: broken, clock, failures });
  const admitted = [];
  for (let taken = 0; taken < 3; taken++) admitted.push((await limiter.take(rule, 'one')).admitted);
  await limiter.giveBack(rule, 'one');
  await limiter.giveBack(rule, 'one');
  expect([...admitted, (await limiter.peek(rule, 'one')).admitted]).toEqual([true, true, false, true]);
  expect(failures.failed).not.toHaveBeenCalled();
});
