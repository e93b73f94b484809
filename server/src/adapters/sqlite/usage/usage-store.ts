import type { UsageStore } from '../../../ports/usage-store.ts';
import { readValue } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';

/** Counts usage in SQLite. */
export function createSqliteUsageStore({ writer, snapshot, reporter, now }: Connections): UsageStore {
  return {
    countSearch: (accountId, month, limit) => writer.run('countSearch', { accountId, month, limit, at: now() }),
    addSearches: (counts) => writer.run('addSearches', counts),
    async searches(accountId, month) {
      const sql = `SELECT memory_searches FROM usage_month JOIN account ON account.number = usage_month.owner
        WHERE account.id = ? AND month = ?`;
      return snapshot.read((db) => readValue<number>(db, sql, accountId, month)) ?? 0;
    },
    usage: (accountId, month) => reporter.run(accountId, 'usage', { accountId, month }),
  };
}
