import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedis, type TestRedis } from '../../../test/redis/start-redis.ts';
import { describeRateLimiter } from '../../ports/rate-limiter.contract.ts';
import { createRedisRateLimiter } from './create-rate-limiter.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.remove());

async function openLimiter() {
  const opened = createRedisRateLimiter({ url: redis.url, prefix: 'test', onError: () => {} });
  const probe = { name: crypto.randomUUID(), points: 1, windowSeconds: 1 };
  await expect
    .poll(
      () =>
        opened.limiter
          .peek(probe, 'one')
          .then(() => true)
          .catch(() => false),
      { timeout: 10_000 },
    )
    .toBe(true);
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
  await expect
    .poll(
      () =>
        limiter
          .take(rule, 'two')
          .then(() => true)
          .catch(() => false),
      { timeout: 10_000 },
    )
    .toBe(true);
  await close();
});
