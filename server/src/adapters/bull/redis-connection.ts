import type { Redis, RedisOptions } from 'ioredis';
import { poll } from '../../lib/coalesce.ts';
import { networkCode, networkDetail } from '../../lib/network-error.ts';

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
/** After a failover, the old server may respond that it is a replica. A new connection reaches the new primary. */
function leaveWhenReplaced(): (error: Error) => boolean {
  let leftAt = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (!/\b(READONLY|LOADING)\b/.test(message) || performance.now() - leftAt < reconnectEveryMs) return false;
    leftAt = performance.now();
    return true;
  };
}

const connecting = () => ({
  ...{ connectTimeout: 2_000, enableReadyCheck: false },
  ...{ retryStrategy, reconnectOnError: leaveWhenReplaced() },
});

/** Commands that cannot be sent immediately are dropped, because the row is enough. */
export function failFast({ commandTimeoutMs }: { commandTimeoutMs: number }): RedisOptions {
  return { ...connecting(), commandTimeout: commandTimeoutMs, enableOfflineQueue: false, maxRetriesPerRequest: 0 };
}

/** Returns the options of a worker's connections, which wait for work. Bull requires them without limits. */
export function patient(): RedisOptions {
  return { ...connecting(), maxRetriesPerRequest: null };
}

const probeEveryMs = 1_000;

export interface WatchOptions {
  probe(): Promise<unknown>;
  /** Describes a failure to people, also to customers: it contains no address. null: no problem */
  describe(error: Error): string | null;
  /** Called with a detail for the log when another kind of problem begins, or none is left. */
  onChange?: ((problem: string | null, detail?: string) => void) | undefined;
  initial?: string;
}

/** The caller also notes its results. @param client must fail fast, so that a Redis that hangs counts as away */
export function watchRedis(client: Redis, { probe, describe, onChange = () => {}, initial }: WatchOptions) {
  let problem: string | null = initial ?? null;
  let reported: 'rejected' | 'away' | null = null;

  function note(error: Error | null): void {
    problem = error && describe(error);
    const kind = error && (isReply(error) ? 'rejected' : 'away');
    if (kind === reported) return;
    reported = kind;
    onChange(problem, error ? networkDetail(error) : undefined);
  }
  // ioredis reports failed attempts to connect this way, while no probe can be sent.
  client.on('error', note);
  const polling = poll(async () => {
    if (client.status === 'ready') await probe().then(() => note(null), note);
  }, probeEveryMs);
  client.on('ready', () => void polling.run());
  return { problem: () => problem, note, stop: () => void polling.stop() };
}

export function isReply(error: Error): boolean {
  return error.name === 'ReplyError';
}

/** Describes a failure in a word or two. All but the first word of a response may contain keys. */
export function kindOfFailure(error: Error): string {
  const word = isReply(error) ? /^[A-Z]+\b/.exec(error.message)?.[0] : undefined;
  return networkCode(error) ?? word ?? (/timed out/i.test(error.message) ? 'it does not respond in time' : error.name);
}
