import type { Month, UsageStore } from '../../../ports/usage-store.ts';
import { prepare } from '../connection/prepare.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { ReportOperations } from '../threads/report-operations.ts';
import type { RoundRobin } from '../threads/round-robin.ts';
import type { Writer } from '../threads/writer.ts';

/** Counts in SQLite. `reporter` counts what may take longer, away from searches. */
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
    async searches(accountId: string, month: Month) {
      const row = snapshot.read((db) =>
        prepare(
          db,
          `SELECT memory_searches FROM usage_month JOIN account ON account.number = usage_month.owner
           WHERE account.id = ? AND month = ?`,
        ).get(accountId, month),
      ) as { memory_searches: number } | undefined;
      return row?.memory_searches ?? 0;
    },
    usage: (accountId, month) => reporter.run(accountId, 'usage', { accountId, month }),
  };
}
