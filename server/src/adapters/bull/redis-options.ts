import type { RedisOptions } from 'ioredis';

export interface RedisConnection {
  url: string;
  /** The prefix of all keys, which separates installations that share a Redis. */
  prefix: string;
  /** Receives errors of the clients, which recover automatically. */
  onError: (error: unknown) => void;
}

const maxRetryMs = 1_000;
/** The pauses stay short after a long outage: an idle client costs Redis next to nothing. */
const retryStrategy = (times: number) => Math.min(100 * times, maxRetryMs);

const reconnectEveryMs = 1_000;
/**
 * After a failover that leaves connections open, the old server responds that it is a replica, or loads. A new
 * connection to the same address reaches the server that has taken over. Each client needs a function of its own.
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
 * Returns the options of connections for requests and announcements: a command that cannot be sent at once is dropped,
 * because the row alone suffices. Without these options Bull would delay a write for as long as Redis is away.
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
