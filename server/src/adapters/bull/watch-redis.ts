import type { Redis } from 'ioredis';
import { networkDetail } from '../network-error.ts';
import { kindOfFailure } from './kind-of-failure.ts';

/** Whether Redis answers, known at any moment without asking it. */
export interface RedisWatch {
  /** For people, customers among them: it names no address. null while it answers. */
  problem(): string | null;
  stop(): void;
}

const lookEveryMs = 1_000;

/**
 * @param client - one that fails fast, so that a Redis that hangs is noticed as one that is gone
 * @param onChange - told when Redis goes, with more for the log, and, with null, when it is back
 */
export function watchRedis(client: Redis, onChange: (problem: string | null, detail?: string) => void): RedisWatch {
  let problem: string | null = 'Redis has not answered yet';
  let isKnownAway = false;
  let looking = false;

  function note(error: Error | null): void {
    problem = error && `Redis can not be reached (${kindOfFailure(error)})`;
    if (isKnownAway === (error !== null)) return;
    isKnownAway = error !== null;
    if (error) onChange(problem, networkDetail(error));
    else onChange(null);
  }
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    await client.ping().then(
      () => note(null),
      (error: Error) => note(error),
    );
    looking = false;
  }

  // ioredis tells of each failed attempt to connect this way.
  client.on('error', note);
  client.on('ready', () => void look());
  const timer = setInterval(() => {
    // While it connects, the attempts themselves say what is wrong.
    if (client.status === 'ready') void look();
  }, lookEveryMs);
  timer.unref();
  return {
    problem: () => problem,
    stop: () => clearInterval(timer),
  };
}
