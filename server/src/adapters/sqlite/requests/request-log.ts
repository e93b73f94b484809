import type { RequestLog } from '../../../ports/request-log.ts';
import type { ReportOperations } from '../threads/report-operations.ts';
import type { RoundRobin } from '../threads/round-robin.ts';
import type { Writer } from '../threads/writer.ts';

/** Keeps the request log in SQLite. `reporter` reads it on a thread without searches. */
export function createSqliteRequestLog({
  writer,
  reporter,
}: {
  writer: Writer;
  reporter: RoundRobin<ReportOperations>;
}): RequestLog {
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
