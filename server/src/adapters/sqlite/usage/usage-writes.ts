import type { DatabaseSync } from 'node:sqlite';
import type { Month } from '../../../ports/usage-store.ts';
import { requireAccountNumber } from '../accounts/account-numbers.ts';
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
};
