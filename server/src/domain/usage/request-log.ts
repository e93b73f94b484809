import { createCollector } from '../../lib/collector.ts';
import { untilNone } from '../../lib/until-none.ts';
import type { AppendedRequest, LogBound, RequestRecords } from './request-log-commands.ts';
import { daysKept, latencyStep } from './request-statistics.ts';

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

const maxKept = 50_000;
const maxBatchSize = 500;

/** Writes the requests of this process to the log. Rate-limited ones share a row by account, minute and operation. */
export function createRequestLog({ records, flushMs, onWritten, onError, onDropped }: LogOptions) {
  const { noteNew, purge } = createPurges(records);
  const rows = createCollector<AppendedRequest>({
    async write(batch) {
      const accountIds = batch.map(({ accountId }) => accountId);
      noteNew(accountIds);
      await records.run('', 'appendRequests', batch);
      onWritten(accountIds);
    },
    merge: (earlier, { count }) => ({ ...earlier, count: earlier.count + count }),
    onDropped: (dropped) => onDropped(dropped.reduce((sum, { count }) => sum + count, 0)),
    ...{ maxItems: maxBatchSize, maxKept, flushMs, onError },
  });
  let recorded = 0;
  return {
    record({ isRateLimited, ...request }: RecordedRequest): void {
      const { accountId, operation, createdAt, latencyMs } = request;
      const limitedMinute = isRateLimited ? Math.floor(createdAt / 60_000) : null;
      const key = isRateLimited ? `${accountId}/${limitedMinute}/${operation}` : String(recorded++);
      rows.add(key, { ...request, limitedMinute, count: 1, latencyStep: latencyStep(latencyMs) });
    },
    purge,
    stop: rows.stop,
  };
}

const dayMs = 24 * 60 * 60 * 1000;
const maxRowsPerAccount = 1_000_000;
const maxAccounts = 100;

export function createPurges(records: LogOptions['records']) {
  /** The accounts with new rows since the last purge, because no others can exceed the maximum; undefined at first: all. */
  let active: Set<string> | undefined;

  const deleteBefore = (accountId: string, before: LogBound) =>
    untilNone(() => records.run(accountId, 'deleteRequests', { accountId, before }));

  return {
    noteNew(accountIds: readonly string[]): void {
      for (const accountId of accountIds) active?.add(accountId);
    },
    /** Deletes old rows, those above the maximum, and sums after 400 days. Resolves to the number of rows. */
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
