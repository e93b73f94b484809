import type { DatabaseSync } from 'node:sqlite';
import type { Month } from '../../../ports/usage-store.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';

export interface CountedSearch {
  ownerId: string;
  month: Month;
  limit: number | null;
}

export const usageWrites = {
  countSearch(db: DatabaseSync, { ownerId, month, limit }: CountedSearch): boolean {
    const owner = findOwner(db, ownerId);
    if (owner === undefined) throw new Error(`there is no account ${ownerId}`);
    prepare(db, 'INSERT OR IGNORE INTO usage_month (owner, month) VALUES (?, ?)').run(owner, month);
    const { changes } = prepare(
      db,
      `UPDATE usage_month SET memory_searches = memory_searches + 1
       WHERE owner = ?1 AND month = ?2 AND (?3 IS NULL OR memory_searches < ?3)`,
    ).run(owner, month, limit);
    return changes === 1;
  },
};
