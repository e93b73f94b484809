import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createWindowLimiter } from '../in-process/create-window-limiter.ts';
import { reportRejections } from './redis-health.ts';
import { failFast, type RedisConnection } from './redis-options.ts';

/** Every request waits for the count, so a Redis that takes longer counts as unavailable. */
const commandTimeoutMs = 250;
/** The pause between calls to a Redis that hangs, so that not every request waits for it. */
const pauseMs = 1_000;
/** The rule whose count probes whether Redis works again. */
const probeRule = { name: 'trial', points: 1, windowSeconds: 1 };

/** Counts in Redis, for any number of servers together. Fails immediately while Redis is unavailable. */
export function createRedisRateLimiter({ url, prefix, onError }: RedisConnection) {
  const client = new Redis(url, failFast({ commandTimeoutMs }));
  client.on('error', onError);
  // The library requires these two; the actual values come with each rule.
  const windows = new RateLimiterRedis({
    storeClient: client,
    points: 1,
    duration: 1,
    keyPrefix: `${prefix}:limit`,
    rejectIfRedisNotReady: true,
  });
  const counted = createWindowLimiter(windows);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const rejections = reportRejections({
    client,
    problemText: 'Redis does not count requests, so that rates of plans are not limited',
    again: () => counted.take(probeRule, 'one'),
  });

  async function attempt<Result>(count: () => Promise<Result>): Promise<Result> {
    if (performance.now() < pausedUntil) throw new Error('Redis did not respond a moment ago');
    const connected = client.status === 'ready';
    try {
      return await count();
    } catch (error) {
      if (connected) pausedUntil = performance.now() + pauseMs;
      rejections.failed(error as Error);
      throw error;
    }
  }
  async function write<Result>(count: () => Promise<Result>): Promise<Result> {
    const result = await attempt(count);
    rejections.taken();
    return result;
  }

  const limiter: RateLimiter = {
    take: (rule, subject) => write(() => counted.take(rule, subject)),
    peek: (rule, subject) => attempt(() => counted.peek(rule, subject)),
    giveBack: (rule, subject) => write(() => counted.giveBack(rule, subject)),
  };
  return {
    limiter,
    /** The reason why nothing is counted although Redis responds. */
    problem: rejections.problem,
    async close(): Promise<void> {
      rejections.stop();
      client.disconnect();
    },
  };
}
