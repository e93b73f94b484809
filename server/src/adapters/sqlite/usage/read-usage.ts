import type { DatabaseSync } from 'node:sqlite';
import type { CountedUsage, Month } from '../../../ports/usage-store.ts';
import { requireAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { countEndUsers, countProjects } from './quota.ts';

export function readUsage(db: DatabaseSync, { accountId, month }: { accountId: string; month: Month }): CountedUsage {
  const accountNumber = requireAccountNumber(db, accountId);
  const sql = `SELECT memory_writes AS memoryWrites, memory_searches AS memorySearches
    FROM usage_month WHERE owner = ? AND month = ?`;
  const counted = prepare<Pick<CountedUsage, 'memoryWrites' | 'memorySearches'>>(db, sql).get(accountNumber, month);
  return {
    ...(counted ?? { memoryWrites: 0, memorySearches: 0 }),
    endUsers: countEndUsers(db, accountNumber, accountId),
    projects: countProjects(db, accountNumber),
  };
}
