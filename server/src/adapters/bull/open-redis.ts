import type { Logger } from 'pino';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import { createBullQueue } from './create-ingest-queue.ts';
import { createRedisRateLimiter } from './create-rate-limiter.ts';

const reportEveryMs = 60_000;

/** Opens the shared queue and limiter immediately, whether or not Redis responds. */
export function openRedis({ url, prefix }: { url: string; prefix: string }, log: Logger) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onError = (error: unknown) => {
    // While Redis is unavailable, each of the connections fails repeatedly.
    if (queue.problem() !== null || performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    log.error({ err: error }, 'Redis or Bull reported an error and continues');
  };
  const onChange = (problem: string | null, detail?: string) => {
    if (problem === null) log.info('Redis accepts announcements again');
    else log.warn({ problem, detail }, 'announcements do not arrive: memories become ready up to a second later');
  };
  const queue: IngestQueue = createBullQueue({ url, prefix, onError, onChange });
  const { limiter, problem: limiterProblem, close: closeLimiter } = createRedisRateLimiter({ url, prefix, onError });
  return {
    queue,
    limiter,
    /** Describes current problems, also to customers; empty if there are none. */
    problems: () => [queue.problem(), limiterProblem()].filter((problem) => problem !== null),
    async close(): Promise<void> {
      await Promise.all([queue.close(), closeLimiter()]);
    },
  };
}
