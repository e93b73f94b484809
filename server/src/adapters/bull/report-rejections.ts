import type { Redis } from 'ioredis';
import type { Coalesced } from '../../lib/coalesce.ts';
import { networkDetail } from '../../lib/network-error.ts';
import { isReply, kindOfFailure } from './kind-of-failure.ts';
import { pollRedis } from './poll-redis.ts';

/** What comes of one kind of command, beyond whether Redis can be reached at all. */
export interface Rejections {
  /** For people, customers among them: it names no address. null since a command was last taken. */
  problem(): string | null;
  taken(): void;
  failed(error: Error): void;
  stop(): void;
}

/**
 * A Redis that is full, has become a replica or is slow answers, and yet does not do what it is asked. From the first
 * such failure on `again` asks, until one command is taken, so that it is also noticed when nobody else asks.
 * @param problemText what does not work, for people
 * @param onChange told of the first failure, with more for the log, and when a command is taken again
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
}): Rejections {
  let problem: string | null = null;
  let polling: Coalesced | undefined;

  function taken(): void {
    if (problem === null) return;
    problem = null;
    void polling?.stop();
    onChange();
  }
  function failed(error: Error): void {
    // Commands that are lost with their connection say nothing but that.
    if (!isReply(error) && client.status !== 'ready') return;
    const isFirst = problem === null;
    problem = `${problemText} (${kindOfFailure(error)})`;
    if (!isFirst) return;
    polling = pollRedis(client, () => again().then(taken, failed));
    onChange(networkDetail(error));
  }

  return { problem: () => problem, taken, failed, stop: () => void polling?.stop() };
}
