import type { RequestLog } from '../../../ports/request-log.ts';
import { createActiveAccounts } from '../../store-kit/active-accounts.ts';
import { allAccountIds } from '../accounts/account-numbers.ts';
import type { Connections } from '../threads/connections.ts';
import { mayExceed } from './read-requests.ts';

/** Stores the request log in SQLite. */
export function createSqliteRequestLog({ writer, reporter, snapshot }: Connections): RequestLog {
  const active = createActiveAccounts();

  /** Deletes a limited number of rows at a time, because other writes wait in the meantime. */
  async function deleteAll(deleteSome: () => Promise<number>): Promise<number> {
    let deleted = 0;
    for (let last = -1; last !== 0; deleted += last) last = await deleteSome();
    return deleted;
  }

  return {
    append(rows) {
      active.add(rows);
      return writer.run('appendRequests', [...rows]);
    },
    list: (query) => reporter.run(query.accountId, 'listRequests', query),
    sums: (accountId, firstDay, lastDay) => reporter.run(accountId, 'sumRequests', { accountId, firstDay, lastDay }),
    async purge({ rowsBefore, maxRowsPerAccount: maxRows, sumsBeforeDay }) {
      let deleted = await deleteAll(() => writer.run('purgeRequests', { rowsBefore, sumsBeforeDay }));
      if (!snapshot.read((db) => mayExceed(db, maxRows))) return deleted;
      for (const accountId of await active.take(() => snapshot.read(allAccountIds))) {
        const excess = await reporter.run(accountId, 'newestExcessRequest', { accountId, maxRows });
        if (excess) deleted += await deleteAll(() => writer.run('purgeRequestsOf', excess));
      }
      return deleted;
    },
  };
}
