import { createFlushTimer } from '../../lib/flush-timer.ts';
import { untilNone } from '../../lib/until-none.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { LogBound, requestLogCommands, requestLogQueries } from './request-log-commands.ts';
import { type AppendedRequest, latencyStep } from './request-sums.ts';

/** The records of the request log. Every method may throw {@link StoreUnavailableError}. */
export type RequestRecords = RecordStore<typeof requestLogCommands, typeof requestLogQueries>;

export interface RecordedRequest extends Omit<AppendedRequest, 'count' | 'latencyStep' | 'limitedMinute'> {
  isRateLimited: boolean;
}

interface LogOptions {
  records: Pick<RequestRecords, 'run' | 'query'>;
  flushMs: number;
  onWritten: (accountIds: string[]) => void;
  onError: (error: unknown) => void;
  onDropped: (requests: number) => void;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The oldest requests above this number are dropped, so that a long outage of the store does not fill the memory. */
const maxKept = 50_000;
/** The number of rows in one write, so that other writes can run in between. */
const maxBatchSize = 500;

/** Writes the requests of this process to the log, and deletes old ones. */
export function createRequestLog({ records, ...options }: LogOptions) {
  const purges = createPurges(records);
  const recorder = createRecorder({
    ...options,
    async write(rows) {
      const accountIds = rows.map(({ accountId }) => accountId);
      purges.noteNew(accountIds);
      await records.run('', 'appendRequests', rows);
      options.onWritten(accountIds);
    },
  });
  return { ...recorder, purge: purges.purge };
}

/**
 * Collects requests and writes them together, because a separate write can cost more than the request. A crash may lose
 * the last `flushMs`. Requests that could not be written are reported and kept for the next write. Requests that the
 * rate limit rejected share a row for each account, minute and operation.
 */
function createRecorder({
  write,
  flushMs,
  onError,
  onDropped,
}: Omit<LogOptions, 'records' | 'onWritten'> & { write: (rows: AppendedRequest[]) => Promise<void> }) {
  let collected: AppendedRequest[] = [];
  /** The collected rows to which further rejected requests are added. */
  const rejected = new Map<string, AppendedRequest>();
  const timer = createFlushTimer({ flushMs, flush, isLeft: () => collected.length > 0 });

  async function flush(): Promise<void> {
    while (collected.length > 0) {
      const batch = take(maxBatchSize);
      try {
        await write(batch);
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

  function collect({ isRateLimited, ...request }: RecordedRequest): void {
    const limitedMinute = isRateLimited ? Math.floor(request.createdAt / 60_000) : null;
    const row = { ...request, limitedMinute, count: 1, latencyStep: latencyStep(request.latencyMs) };
    if (isRateLimited) {
      const key = `${request.accountId}/${limitedMinute}/${request.operation}`;
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

const dayMs = 24 * 60 * 60 * 1000;
/** The maximum of rows in the log of an account. */
const maxRowsPerAccount = 1_000_000;
/** The number of days for which daily sums are stored. */
export const daysKept = 400;
const maxAccounts = 100;

/** Creates what deletes old requests. */
export function createPurges(records: LogOptions['records']) {
  /** The accounts with new rows since the last purge, because no others can exceed the maximum; undefined at first: all. */
  let active: Set<string> | undefined;

  const deleteBefore = (accountId: string, before: LogBound) =>
    untilNone(() => records.run(accountId, 'deleteRequests', { accountId, before }));

  return {
    noteNew(accountIds: readonly string[]): void {
      for (const accountId of accountIds) active?.add(accountId);
    },
    /**
     * Deletes rows after the configured time or above the maximum of an account, and daily sums after 400 days. Resolves
     * to the number of deleted rows.
     */
    async purge(now: number, retentionDays: number, maxRows = maxRowsPerAccount): Promise<number> {
      const rowsBefore = now - retentionDays * dayMs;
      const before = Math.floor(now / dayMs) - daysKept + 1;
      await untilNone(() => records.run('', 'deleteRequestDays', { before }));
      const checked = active;
      active = new Set();
      let deleted = 0;
      let after: string | undefined;
      do {
        const page = await records.query('', 'accountsWithRequests', { after, rowsBefore, limit: maxAccounts });
        for (const { accountId, isOld } of page) {
          if (isOld) deleted += await deleteBefore(accountId, { createdAt: rowsBefore, order: 0 });
          if (checked && !checked.has(accountId)) continue;
          const excess = await records.query(accountId, 'newestExcessRequest', { accountId, maxRows });
          if (excess) deleted += await deleteBefore(accountId, { ...excess, order: excess.order + 1 });
        }
        after = page.at(-1)?.accountId;
      } while (after !== undefined);
      return deleted;
    },
  };
}
