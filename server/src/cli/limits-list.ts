import { limitsOf } from '../domain/usage/plans.ts';
import type { Account } from '../ports/account-store.ts';

/** What an account may use, one limit a line. */
export function limitsList(account: Account): string {
  const { memoryWrites, memorySearches, endUsers } = limitsOf(account);
  return [
    `plan           ${account.plan}`,
    `memory_write   ${memoryWrites === null ? 'unlimited' : `${memoryWrites} a month`}`,
    `memory_search  ${memorySearches === null ? 'unlimited' : `${memorySearches} a month`}`,
    `end_users      ${endUsers ?? 'unlimited'}\n`,
  ].join('\n');
}
