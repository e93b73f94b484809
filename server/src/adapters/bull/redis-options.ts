import type { RedisOptions } from 'ioredis';

const maxRetryMs = 1_000;
/** Also soon after Redis was away for long: whoever is idle costs it next to nothing. */
const retryStrategy = (times: number) => Math.min(100 * times, maxRetryMs);

const reconnectEveryMs = 1_000;
/**
 * After a failover that leaves connections open, the server at the other end goes on saying that it is a replica, or
 * loads: by a new connection the same address leads to the one that has taken over. For one client.
 */
function leaveWhenReplaced(): (error: Error) => boolean {
  let leftAt = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (!/\b(READONLY|LOADING)\b/.test(message) || performance.now() - leftAt < reconnectEveryMs) return false;
    leftAt = performance.now();
    return true;
  };
}

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
    reconnectOnError: leaveWhenReplaced(),
  };
}

/** For connections of a worker, which wait for work: Bull insists on the first two. */
export function patient(): RedisOptions {
  return {
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    connectTimeout: 2_000,
    retryStrategy,
    reconnectOnError: leaveWhenReplaced(),
  };
}
