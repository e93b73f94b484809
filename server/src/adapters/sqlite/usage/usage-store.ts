import type { UsageStore } from '../../../ports/usage-store.ts';
import { readValue } from '../connection/prepare.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { ReportOperations } from '../threads/report-operations.ts';
import type { RoundRobin } from '../threads/round-robin.ts';
import type { Writer } from '../threads/writer.ts';

/** Counts usage in SQLite. `reporter` counts what may take longer, on a thread without searches. */
export function createSqliteUsageStore({
  writer,
  snapshot,
  reporter,
}: {
  writer: Writer;
  snapshot: Snapshot;
  reporter: RoundRobin<ReportOperations>;
}): UsageStore {
  return {
    countSearch: (accountId, month, limit) => writer.run('countSearch', { accountId, month, limit }),
    async searches(accountId, month) {
      const sql = `SELECT memory_searches FROM usage_month JOIN account ON account.number = usage_month.owner
        WHERE account.id = ? AND month = ?`;
      return snapshot.read((db) => readValue<number>(db, sql, accountId, month)) ?? 0;
    },
    usage: (accountId, month) => reporter.run(accountId, 'usage', { accountId, month }),
  };
}
