import type { Redis } from 'ioredis';
import { poll } from '../../lib/coalesce.ts';
import { networkCode, networkDetail } from '../../lib/network-error.ts';

const everyMs = 1_000;

/**
 * Watches a Redis by the errors of its connection and by a probe every second while there is a connection. The caller
 * notes the results of its commands, too: a Redis that is full or has become a replica responds, but rejects some.
 * @param client must fail fast, so that a Redis that hangs counts as away
 * @param options.describe describes a failure to people, also to customers: it contains no address. null: no problem
 * @param options.onChange called with a detail for the log when another kind of problem begins, or none is left
 */
export function watchRedis(
  client: Redis,
  {
    probe,
    describe,
    onChange = () => {},
    initial = null,
  }: {
    probe(): Promise<unknown>;
    describe(error: Error): string | null;
    onChange?: ((problem: string | null, detail?: string) => void) | undefined;
    initial?: string | null;
  },
) {
  let problem = initial;
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
  }, everyMs);
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
