import { untilNone } from '../../lib/until-none.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import type { LogBound, requestLogCommands, requestLogQueries } from './request-log-commands.ts';

type Records = RecordStore<typeof requestLogCommands, typeof requestLogQueries>;

/** The maximum of accounts that are read at once. */
const maxAccounts = 100;

/** Stores the request log. */
export function createRequestLog(records: Pick<Records, 'run' | 'query'>): RequestLog {
  /** The accounts with new rows since the last purge, because no others can exceed the maximum; undefined at first: all. */
  let active: Set<string> | undefined;

  const deleteBefore = (accountId: string, before: LogBound) =>
    untilNone(() => records.run(accountId, 'deleteRequests', { accountId, before }));

  return {
    append(rows) {
      for (const { accountId } of rows) active?.add(accountId);
      return records.run('', 'appendRequests', rows);
    },
    list: (query) => records.query(query.accountId, 'listRequests', query),
    sums: (accountId, firstDay, lastDay) => records.query(accountId, 'requestSums', { accountId, firstDay, lastDay }),
    async purge({ rowsBefore, maxRowsPerAccount: maxRows, sumsBeforeDay }) {
      await untilNone(() => records.run('', 'deleteRequestDays', { before: sumsBeforeDay }));
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
