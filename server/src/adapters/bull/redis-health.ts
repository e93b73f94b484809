import type { Redis } from 'ioredis';
import type { Coalesced } from '../../lib/coalesce.ts';
import { poll } from '../../lib/coalesce.ts';
import { networkCode, networkDetail } from '../../lib/network-error.ts';

/**
 * Reports a Redis that responds without executing commands, because it is full, slow or has become a replica. After the
 * first failure `again` runs until a command succeeds, so that the recovery is detected without other commands.
 * @param options.problemText - describes the failure to people
 * @param options.onChange - called with a detail for the log at the first failure, and without one after the recovery
 */
export function reportRejections({
  client,
  problemText,
  again,
  onChange = () => {},
}: {
  client: Redis;
  problemText: string;
  again: () => Promise<unknown>;
  onChange?: (detail?: string) => void;
}) {
  let problem: string | null = null;
  let polling: Coalesced | undefined;

  function taken(): void {
    if (problem === null) return;
    problem = null;
    void polling?.stop();
    onChange();
  }
  function failed(error: Error): void {
    // Commands also fail with their connection, and such a failure is not a rejection.
    if (!isReply(error) && client.status !== 'ready') return;
    const isFirst = problem === null;
    problem = `${problemText} (${kindOfFailure(error)})`;
    if (!isFirst) return;
    polling = pollRedis(client, () => again().then(taken, failed));
    onChange(networkDetail(error));
  }

  return {
    /** Describes the problem, also to customers: it contains no address. null: Redis executed the last command. */
    problem: () => problem,
    taken,
    failed,
    stop: () => void polling?.stop(),
  };
}

/**
 * Returns a failure in a word or two. Only the first word of a response of Redis is used: the rest may contain keys.
 */
function kindOfFailure(error: Error): string {
  const word = isReply(error) ? /^[A-Z]+\b/.exec(error.message)?.[0] : undefined;
  return networkCode(error) ?? word ?? (/timed out/i.test(error.message) ? 'it does not respond in time' : error.name);
}

/** Whether the error is a response of Redis. */
function isReply(error: Error): boolean {
  return error.name === 'ReplyError';
}

const everyMs = 1_000;

/** Calls `look` once a second while there is a connection. */
function pollRedis(client: Redis, look: () => Promise<void>): Coalesced {
  return poll(async () => {
    if (client.status === 'ready') await look();
  }, everyMs);
}

/**
 * Reports whether Redis responds, without sending a command for it.
 * @param client - must fail fast, so that a Redis that hangs counts as away
 * @param onChange - called with a detail for the log when Redis goes away, and without one when it is back
 */
export function watchRedis(client: Redis, onChange: (detail?: string) => void) {
  let problem: string | null = 'Redis has not responded yet';
  let isKnownAway = false;

  function note(error: Error | null): void {
    problem = error && `Redis cannot be reached (${kindOfFailure(error)})`;
    if (isKnownAway === (error !== null)) return;
    isKnownAway = error !== null;
    onChange(error ? networkDetail(error) : undefined);
  }
  // ioredis reports failed attempts to connect this way, while no ping can be sent.
  client.on('error', note);
  const polling = pollRedis(client, () => client.ping().then(() => note(null), note));
  client.on('ready', () => void polling.run());
  return {
    /** Describes the problem, also to customers: it contains no address. null while Redis responds. */
    problem: () => problem,
    stop: () => void polling.stop(),
  };
}
