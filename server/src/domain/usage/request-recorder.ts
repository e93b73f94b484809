import { createFlushTimer } from '../../lib/flush-timer.ts';
import { type AppendedRequest, minuteOf, type RequestLog } from '../../ports/request-log.ts';
import { latencyStep } from './latency-histogram.ts';

export type RequestRecorder = ReturnType<typeof createRequestRecorder>;
export type RecordedRequest = Omit<AppendedRequest, 'count' | 'latencyStep'>;

/** The oldest requests above this number are dropped, so that a long outage of the store does not fill the memory. */
const maxKept = 50_000;
/** The number of rows in one write, so that other writes can run in between. */
const maxBatchSize = 500;

/**
 * Collects requests and writes them together, because a separate write can cost more than the request. A crash may lose
 * the last `flushMs`. Requests that could not be written are reported and kept for the next write. Requests that the
 * rate limit rejected share a row for each account, minute and operation.
 */
export function createRequestRecorder(options: {
  log: Pick<RequestLog, 'append'>;
  flushMs: number;
  onError: (error: unknown) => void;
  /** Receives the number of dropped requests. */
  onDropped: (requests: number) => void;
}) {
  const { log, flushMs, onError, onDropped } = options;
  let collected: AppendedRequest[] = [];
  /** The collected rows to which further rejected requests are added. */
  const rejected = new Map<string, AppendedRequest>();

  const timer = createFlushTimer({ flushMs, flush, isLeft: () => collected.length > 0 });

  async function flush(): Promise<void> {
    while (collected.length > 0) {
      const batch = take(maxBatchSize);
      try {
        await log.append(batch);
      } catch (error) {
        collected = [...batch, ...collected];
        onError(error);
        return;
      }
    }
  }

  /** Removes the oldest rows, to which no more requests may be added. */
  function take(rows: number): AppendedRequest[] {
    const taken = collected.slice(0, rows);
    collected = collected.slice(rows);
    rejected.clear();
    return taken;
  }

  function collect(request: RecordedRequest): void {
    const row = { ...request, count: 1, latencyStep: latencyStep(request.latencyMs) };
    if (request.isRateLimited) {
      const key = `${request.accountId}/${minuteOf(request)}/${request.operation}`;
      const present = rejected.get(key);
      if (present) {
        present.count += 1;
        return;
      }
      rejected.set(key, row);
    }
    collected.push(row);
  }

  return {
    record(request: RecordedRequest): void {
      collect(request);
      if (collected.length > maxKept) {
        const dropped = take(collected.length - maxKept + maxBatchSize);
        onDropped(dropped.reduce((sum, { count }) => sum + count, 0));
      }
      timer.schedule();
    },
    /** Writes the collected requests and stops the timer. */
    stop: timer.stop,
  };
}
