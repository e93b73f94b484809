import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startRedis, type TestRedis } from '../../../test/redis/start-redis.ts';
import { describeRateLimiter } from '../../ports/rate-limiter.contract.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createRedisRateLimiter } from './create-rate-limiter.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.remove());

/** Waits until a limiter reaches Redis. */
const untilUp = (limiter: RateLimiter) =>
  vi.waitFor(() => limiter.peek({ name: crypto.randomUUID(), points: 1, windowSeconds: 1 }, 'one'), 10_000);

async function openLimiter() {
  const opened = createRedisRateLimiter({ url: redis.url, prefix: 'test', onError: () => {} });
  await untilUp(opened.limiter);
  return opened;
}

describeRateLimiter('Redis', openLimiter);

it('counts for several servers together', async () => {
  const [one, two] = [await openLimiter(), await openLimiter()];
  const rule = { name: crypto.randomUUID(), points: 2, windowSeconds: 60 };
  const admitted = [];
  for (const { limiter } of [one, two, one, two]) admitted.push((await limiter.take(rule, 'acct_1')).admitted);
  expect(admitted).toEqual([true, true, false, false]);
  await Promise.all([one.close(), two.close()]);
});

it('fails at once while Redis hangs, so that requests are not delayed, and counts again afterwards', async () => {
  const { limiter, close } = await openLimiter();
  const rule = { name: crypto.randomUUID(), points: 1, windowSeconds: 60 };
  redis.freeze();
  try {
    const startedAt = performance.now();
    for (let taken = 0; taken < 50; taken++) await expect(limiter.take(rule, 'one')).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(900);
  } finally {
    redis.thaw();
  }
  await untilUp(limiter);
  expect(await limiter.take(rule, 'two')).toMatchObject({ admitted: true });
  await close();
});
