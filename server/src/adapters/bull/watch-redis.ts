import type { Redis } from 'ioredis';
import { networkDetail } from '../../lib/network-error.ts';
import { kindOfFailure } from './kind-of-failure.ts';
import { pollRedis } from './poll-redis.ts';

/** Whether Redis answers, known at any moment without asking it. */
export interface RedisWatch {
  /** For people, customers among them: it names no address. null while it answers. */
  problem(): string | null;
  stop(): void;
}

/**
 * @param client - one that fails fast, so that a Redis that hangs is noticed as one that is gone
 * @param onChange - told when Redis goes, with more for the log, and when it is back
 */
export function watchRedis(client: Redis, onChange: (detail?: string) => void): RedisWatch {
  let problem: string | null = 'Redis has not answered yet';
  let isKnownAway = false;

  function note(error: Error | null): void {
    problem = error && `Redis can not be reached (${kindOfFailure(error)})`;
    if (isKnownAway === (error !== null)) return;
    isKnownAway = error !== null;
    onChange(error ? networkDetail(error) : undefined);
  }
  // ioredis tells of each failed attempt to connect this way: what is wrong, while there is no connection to ask.
  client.on('error', note);
  const polling = pollRedis(client, () =>
    client.ping().then(
      () => note(null),
      (error: Error) => note(error),
    ),
  );
  client.on('ready', () => void polling.run());
  return { problem: () => problem, stop: () => void polling.stop() };
}
