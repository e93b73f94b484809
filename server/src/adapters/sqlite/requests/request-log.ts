import type { RequestLog } from '../../../ports/request-log.ts';
import type { Connections } from '../threads/connections.ts';

/** Keeps the request log in SQLite. */
export function createSqliteRequestLog({ writer, reporter }: Connections): RequestLog {
  return {
    append: (rows) => writer.run('appendRequests', [...rows]),
    list: (query) => reporter.run(query.accountId, 'listRequests', query),
    sums: (accountId, firstDay, lastDay) => reporter.run(accountId, 'sumRequests', { accountId, firstDay, lastDay }),
    async purge(options) {
      let purged = 0;
      for (let last = -1; last !== 0; purged += last) last = await writer.run('purgeRequests', options);
      return purged;
    },
  };
}
