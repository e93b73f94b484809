import type { DatabaseSync } from 'node:sqlite';
import type { Month } from '../../../ports/usage-store.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';

export interface CountedSearch {
  accountId: string;
  month: Month;
  limit: number | null;
}

export const usageWrites = {
  countSearch(db: DatabaseSync, { accountId, month, limit }: CountedSearch): boolean {
    const accountNumber = findAccountNumber(db, accountId);
    if (accountNumber === undefined) throw new Error(`there is no account ${accountId}`);
    prepare(db, 'INSERT OR IGNORE INTO usage_month (owner, month) VALUES (?, ?)').run(accountNumber, month);
    const { changes } = prepare(
      db,
      `UPDATE usage_month SET memory_searches = memory_searches + 1
       WHERE owner = ?1 AND month = ?2 AND (?3 IS NULL OR memory_searches < ?3)`,
    ).run(accountNumber, month, limit);
    return changes === 1;
  },
};
