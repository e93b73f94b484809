import type { Logger } from 'pino';
import { createInProcessQueue } from '../../adapters/in-process/create-ingest-queue.ts';
import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import type { Config } from '../../config/config.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

/** The adapters that several processes may share: the queue, and the counts of the rate limits. */
export interface Shared {
  queue: IngestQueue;
  limiter: RateLimiter;
  /** Returns the present problems for people. */
  problems(): string[];
  close(): Promise<void>;
}

export async function openShared({ redis }: Config, log: Logger): Promise<Shared> {
  if (!redis) {
    const queue = createInProcessQueue();
    return { queue, limiter: createInProcessRateLimiter(), problems: () => [], close: () => queue.close() };
  }
  const { openRedis } = await import('../../adapters/bull/open-redis.ts');
  return openRedis({
    ...redis,
    events: {
      changed(problem, detail) {
        if (problem === null) log.info('Redis takes announcements again');
        else log.warn({ problem, detail }, 'announcements do not arrive: memories become ready by a second later');
      },
      failed: (error) => log.error({ err: error }, 'Redis or Bull failed and goes on'),
    },
  });
}
