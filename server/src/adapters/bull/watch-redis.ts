import type { Redis } from 'ioredis';
import { networkDetail } from '../../lib/network-error.ts';
import { kindOfFailure } from './kind-of-failure.ts';
import { pollRedis } from './poll-redis.ts';

/** Whether Redis responded to the last ping. Reading it sends no command. */
export interface RedisWatch {
  /** Returns the problem, which customers read, too, without an address; null while Redis responds. */
  problem(): string | null;
  stop(): void;
}

/**
 * @param client - must fail fast, so that a Redis that hangs counts as away
 * @param onChange - called with a detail for the log when Redis goes away, and without one when it is back
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
  // ioredis reports failed attempts to connect this way, while no ping can be sent.
  client.on('error', note);
  const polling = pollRedis(client, () => client.ping().then(() => note(null), note));
  client.on('ready', () => void polling.run());
  return { problem: () => problem, stop: () => void polling.stop() };
}
