import type { IngestQueue } from '../../ports/ingest-queue.ts';
import { createBullQueue } from './create-ingest-queue.ts';
import { createRedisRateLimiter } from './create-rate-limiter.ts';

export interface RedisEvents {
  /** Called when announcements stop arriving, and with null when they do again. `detail` is for the log only. */
  changed(problem: string | null, detail?: string): void;
  /** Called when a command fails although Redis responds, at most once a minute. */
  failed(error: unknown): void;
}

const reportEveryMs = 60_000;

/** Opens the shared queue and limiter immediately, whether or not Redis responds. */
export function openRedis({ url, prefix, events }: { url: string; prefix: string; events: RedisEvents }) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onError = (error: unknown) => {
    // While Redis is unavailable, each of the connections fails repeatedly.
    if (queue.problem() !== null || performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    events.failed(error);
  };
  const queue: IngestQueue = createBullQueue({ url, prefix, onError, onChange: events.changed });
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
