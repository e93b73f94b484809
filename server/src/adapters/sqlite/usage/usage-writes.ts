import type { DatabaseSync } from 'node:sqlite';
import type { Month, SearchCount } from '../../../ports/usage-store.ts';
import { quotaEvents } from '../../store-kit/webhook-queue.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { queueEvents } from '../webhooks/queue-events.ts';

export const usageWrites = {
  countSearch(
    db: DatabaseSync,
    { accountId, month, limit, at }: { accountId: string; month: Month; limit: number | null; at: number },
  ): boolean {
    const accountNumber = findAccountNumber(db, accountId);
    if (accountNumber === undefined) return true;
    prepare(db, 'INSERT OR IGNORE INTO usage_month (owner, month) VALUES (?, ?)').run(accountNumber, month);
    const after = readValue<number>(
      db,
      `UPDATE usage_month SET memory_searches = memory_searches + 1
       WHERE owner = ?1 AND month = ?2 AND (?3 IS NULL OR memory_searches < ?3) RETURNING memory_searches`,
      ...[accountNumber, month, limit],
    );
    if (after === undefined) return false;
    if (limit !== null) {
      const count = { metric: 'memory_search', before: after - 1, after, limit, month } as const;
      queueEvents(db, { account: accountNumber, at }, quotaEvents(count));
    }
    return true;
  },

  addSearches(db: DatabaseSync, counts: readonly SearchCount[]): void {
    const add = prepare(
      db,
      `INSERT INTO usage_month (owner, month, memory_searches) VALUES (?, ?, ?)
       ON CONFLICT (owner, month) DO UPDATE SET memory_searches = memory_searches + excluded.memory_searches`,
    );
    for (const { accountId, month, searches } of counts) {
      const accountNumber = findAccountNumber(db, accountId);
      if (accountNumber !== undefined) add.run(accountNumber, month, searches);
    }
  },
};
