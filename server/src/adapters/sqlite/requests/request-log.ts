import type { RequestLog, RequestSums } from '../../../ports/request-log.ts';
import type { Turns } from '../threads/turns.ts';
import type { Writer } from '../threads/writer.ts';
import type { RequestPage } from './read-requests.ts';

/** The request log in SQLite. `reporter` reads it away from searches. */
export function createSqliteRequestLog({ writer, reporter }: { writer: Writer; reporter: Turns }): RequestLog {
  return {
    append: (rows) => writer.run<void>('appendRequests', [...rows]),
    list: (query) => reporter.run<RequestPage>(query.ownerId, 'listRequests', query),
    sums: (ownerId, firstDay, lastDay) =>
      reporter.run<RequestSums>(ownerId, 'sumRequests', { ownerId, firstDay, lastDay }),
    async purge(options) {
      let purged = 0;
      for (let last = -1; last !== 0; purged += Math.max(last, 0)) {
        last = await writer.run<number>('purgeRequests', options);
      }
      return purged;
    },
  };
}
