import type { Redis } from 'ioredis';
import type { Coalesced } from '../../lib/coalesce.ts';
import { networkDetail } from '../../lib/network-error.ts';
import { isReply, kindOfFailure } from './kind-of-failure.ts';
import { pollRedis } from './poll-redis.ts';

/** Observes whether Redis executes one kind of command. */
export interface Rejections {
  /** Returns the problem, which customers read, too, without an address; null when Redis executed the last command. */
  problem(): string | null;
  taken(): void;
  failed(error: Error): void;
  stop(): void;
}

/**
 * Reports a Redis that responds without executing commands, because it is full, slow or has become a replica. After the
 * first failure `again` runs until a command succeeds, so that the recovery is noticed without other commands.
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
    // Commands fail with their connection, too, which is not a rejection.
    if (!isReply(error) && client.status !== 'ready') return;
    const isFirst = problem === null;
    problem = `${problemText} (${kindOfFailure(error)})`;
    if (!isFirst) return;
    polling = pollRedis(client, () => again().then(taken, failed));
    onChange(networkDetail(error));
  }

  return { problem: () => problem, taken, failed, stop: () => void polling?.stop() };
}
