import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { wrapMethods } from '../../lib/wrap-methods.ts';
import { createWindowLimiter } from '../in-process/create-rate-limiter.ts';
import { failFast, isReply, kindOfFailure, type RedisConnection, watchRedis } from './redis-connection.ts';

/** Every request waits for the count, so a Redis that takes longer counts as unavailable. */
const commandTimeoutMs = 250;
/** The pause between calls to a Redis that hangs, so that not every request waits for it. */
const pauseMs = 1_000;
const probeRule = { name: 'trial', points: 1, windowSeconds: 1 };

/** Counts in Redis, for any number of servers together. Fails immediately while Redis is unavailable. */
export function createRedisRateLimiter({ url, prefix, onError }: RedisConnection) {
  const client = new Redis(url, failFast({ commandTimeoutMs }));
  client.on('error', onError);
  // The library requires points and duration; the actual values come with each rule.
  const keys = { keyPrefix: `${prefix}:limit`, points: 1, duration: 1 };
  const windows = new RateLimiterRedis({ storeClient: client, ...keys, rejectIfRedisNotReady: true });
  const counted = createWindowLimiter(windows);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const watch = watchRedis(client, {
    async probe() {
      if (watch.problem() === null) return;
      await counted.take(probeRule, 'one');
      pausedUntil = Number.NEGATIVE_INFINITY;
    },
    describe: (error) =>
      isReply(error) || client.status === 'ready'
        ? `Redis does not count requests, so that rates of plans are not limited (${kindOfFailure(error)})`
        : null,
  });

  const limiter = wrapMethods(counted, async (call, method) => {
    if (performance.now() < pausedUntil) throw new Error('Redis did not respond a moment ago');
    const connected = client.status === 'ready';
    try {
      const result = await call();
      if (method !== 'peek') watch.note(null);
      return result;
    } catch (error) {
      if (connected) pausedUntil = performance.now() + pauseMs;
      watch.note(error as Error);
      throw error;
    }
  });

  return {
    limiter,
    problem: watch.problem,
    async close(): Promise<void> {
      watch.stop();
      client.disconnect();
    },
  };
}
