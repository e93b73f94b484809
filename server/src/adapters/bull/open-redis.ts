import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createBullQueue } from './create-ingest-queue.ts';
import { createRedisRateLimiter } from './create-rate-limiter.ts';

export interface RedisEvents {
  /** Why announcements do not arrive; null: they do again. Said once each time. `detail`: for the log, it may name addresses. */
  changed(problem: string | null, detail?: string): void;
  /** Something failed although Redis answers; at most once a minute. */
  failed(error: unknown): void;
}

const reportEveryMs = 60_000;

/** What several processes share through one Redis. Opens at once, whether or not Redis is there yet. */
export function openRedis({ url, prefix, events }: { url: string; prefix: string; events: RedisEvents }): {
  queue: IngestQueue;
  limiter: RateLimiter;
  /** What does not work at present, for people, customers among them; empty when all is well. */
  problems(): string[];
  close(): Promise<void>;
} {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onError = (error: unknown) => {
    // While Redis is away each of the connections says so again and again.
    if (queue.problem() !== null || performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    events.failed(error);
  };
  const queue = createBullQueue({ url, prefix, onError, onChange: events.changed });
  const { limiter, problem: limiterProblem, close: closeLimiter } = createRedisRateLimiter({ url, prefix, onError });
  return {
    queue,
    limiter,
    problems: () => [queue.problem(), limiterProblem()].filter((problem) => problem !== null),
    async close() {
      await Promise.all([queue.close(), closeLimiter()]);
    },
  };
}
