import type { RedisOptions } from 'ioredis';

export interface RedisConnection {
  url: string;
  /** The prefix of all keys, which separates installations that share a Redis. */
  prefix: string;
  /** Receives errors of the clients, which recover automatically. */
  onError: (error: unknown) => void;
}

const maxRetryMs = 1_000;
/** The pauses stay short after a long outage, because an idle client costs Redis almost nothing. */
const retryStrategy = (times: number) => Math.min(100 * times, maxRetryMs);

const reconnectEveryMs = 1_000;
/**
 * After a failover that leaves connections open, the old server responds that it is a replica or loading. A new
 * connection to the same address reaches the new primary. Each client needs its own function.
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
 * Returns the options of connections for requests and announcements. A command that cannot be sent immediately is
 * dropped, because the row is enough. Without these options, Bull would delay a write while Redis is unavailable.
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

/** Returns the options of a worker's connections, which wait for work. Bull requires the first two. */
export function patient(): RedisOptions {
  return {
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    connectTimeout: 2_000,
    retryStrategy,
    reconnectOnError: leaveWhenReplaced(),
  };
}
