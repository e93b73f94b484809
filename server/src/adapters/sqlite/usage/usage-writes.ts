import type { DatabaseSync } from 'node:sqlite';
import type { Month, SearchCount } from '../../../ports/usage-store.ts';
import { findAccountNumber, requireAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';

export const usageWrites = {
  countSearch(
    db: DatabaseSync,
    { accountId, month, limit }: { accountId: string; month: Month; limit: number | null },
  ): boolean {
    const accountNumber = requireAccountNumber(db, accountId);
    prepare(db, 'INSERT OR IGNORE INTO usage_month (owner, month) VALUES (?, ?)').run(accountNumber, month);
    const { changes } = prepare(
      db,
      `UPDATE usage_month SET memory_searches = memory_searches + 1
       WHERE owner = ?1 AND month = ?2 AND (?3 IS NULL OR memory_searches < ?3)`,
    ).run(accountNumber, month, limit);
    return changes === 1;
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
