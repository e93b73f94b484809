import type { RedisOptions } from 'ioredis';

const retryMostMs = 1_000;
/** Also soon after Redis was away for long: whoever is idle costs it next to nothing. */
const retryStrategy = (times: number) => Math.min(100 * times, retryMostMs);

/**
 * For connections that requests and announcements use: what can not be said at once is not said at all, because the
 * row says it anyhow. Without these Bull would hold a write back for as long as Redis is away.
 */
export function failFast({ commandTimeoutMs }: { commandTimeoutMs: number }): RedisOptions {
  return {
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy,
  };
}

/** For connections of a worker, which wait for work: Bull insists on the first two. */
export const patient: RedisOptions = {
  enableReadyCheck: false,
  maxRetriesPerRequest: null,
  connectTimeout: 2_000,
  retryStrategy,
};
