import { Redis } from 'ioredis';
import { type RateLimiter, type RateRule, toVerdict } from '../../ports/rate-limiter.ts';
import { isReply, kindOfFailure, watchRedis } from './redis-health.ts';
import { failFast, type RedisConnection } from './redis-options.ts';

/** Every request waits for the count, so a Redis that takes longer counts as unavailable. */
const commandTimeoutMs = 250;
/** The pause between calls to a Redis that hangs, so that not every request waits for it. */
const pauseMs = 1_000;
/** The rule whose count probes whether Redis works again. */
const probeRule = { name: 'trial', points: 1, windowSeconds: 1 };

type Change = 1 | 0 | -1;

/** Changes the count of a window, and returns it with the time left. A window begins with its first request. */
const count = [
  "local count = tonumber(redis.call('GET', KEYS[1]) or '0')",
  "if ARGV[1] == '1' then",
  "  count = redis.call('INCR', KEYS[1])",
  "  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end",
  "elseif ARGV[1] == '-1' and count > 0 then count = redis.call('DECR', KEYS[1]) end",
  "return { count, redis.call('PTTL', KEYS[1]) }",
].join('\n');

/** Counts in Redis, for any number of servers together. Fails immediately while Redis is unavailable. */
export function createRedisRateLimiter({ url, prefix, onError }: RedisConnection) {
  const client = new Redis(url, failFast({ commandTimeoutMs }));
  client.on('error', onError);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const watch = watchRedis(client, {
    async probe() {
      if (watch.problem() === null) return;
      await change(probeRule, 'one', 1);
      pausedUntil = Number.NEGATIVE_INFINITY;
    },
    describe: (error) =>
      isReply(error) || client.status === 'ready'
        ? `Redis does not count requests, so that rates of plans are not limited (${kindOfFailure(error)})`
        : null,
  });

  async function change({ name, windowSeconds }: RateRule, subject: string, by: Change) {
    const windowMs = windowSeconds * 1_000;
    const changed = await client.eval(count, 1, `${prefix}:limit:${name}:${subject}`, by, windowMs);
    const [requests, leftMs] = changed as [number, number];
    return { requests, leftMs: leftMs < 0 ? windowMs : leftMs };
  }
  async function attempt(rule: RateRule, subject: string, by: Change) {
    if (performance.now() < pausedUntil) throw new Error('Redis did not respond a moment ago');
    const connected = client.status === 'ready';
    try {
      const changed = await change(rule, subject, by);
      if (by !== 0) watch.note(null);
      return changed;
    } catch (error) {
      if (connected) pausedUntil = performance.now() + pauseMs;
      watch.note(error as Error);
      throw error;
    }
  }

  const limiter: RateLimiter = {
    async take(rule, subject) {
      const { requests, leftMs } = await attempt(rule, subject, 1);
      return toVerdict(rule, requests, leftMs);
    },
    async peek(rule, subject) {
      const { requests, leftMs } = await attempt(rule, subject, 0);
      return toVerdict(rule, requests + 1, leftMs);
    },
    giveBack: async (rule, subject) => void (await attempt(rule, subject, -1)),
  };
  return {
    limiter,
    problem: watch.problem,
    async close(): Promise<void> {
      watch.stop();
      client.disconnect();
    },
  };
}
