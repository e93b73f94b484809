import { createFlushTimer } from '../../lib/flush-timer.ts';
import type { LoggedRequest, RequestLog } from '../../ports/request-log.ts';
import { latencyStep } from './latency-histogram.ts';

export type RequestRecorder = ReturnType<typeof createRequestRecorder>;

/** The oldest requests above this number are dropped, so that a long outage of the store does not fill the memory. */
const maxKept = 50_000;
/** The number of rows in one write, so that other writes can run in between. */
const maxBatchSize = 500;

/**
 * Collects requests and writes them together, because a write for each would cost more than many a request. A crash may
 * lose the last `flushMs`. Requests that could not be written are reported and kept for the next write.
 */
export function createRequestRecorder(options: {
  log: Pick<RequestLog, 'append'>;
  flushMs: number;
  onError: (error: unknown) => void;
  /** Gets the number of requests that were dropped. */
  onDropped: (requests: number) => void;
}) {
  const { log, flushMs, onError, onDropped } = options;
  let collected: (LoggedRequest & { latencyStep: number })[] = [];

  const timer = createFlushTimer({ flushMs, flush, isLeft: () => collected.length > 0 });

  async function flush(): Promise<void> {
    while (collected.length > 0) {
      const batch = collected.slice(0, maxBatchSize);
      collected = collected.slice(maxBatchSize);
      try {
        await log.append(batch);
      } catch (error) {
        collected = [...batch, ...collected];
        onError(error);
        return;
      }
    }
  }

  return {
    record(request: LoggedRequest): void {
      collected.push({ ...request, latencyStep: latencyStep(request.latencyMs) });
      if (collected.length > maxKept) {
        const dropped = collected.length - maxKept + maxBatchSize;
        collected = collected.slice(dropped);
        onDropped(dropped);
      }
      timer.schedule();
    },
    /** Writes the collected requests and stops the timer. */
    stop: timer.stop,
  };
}
