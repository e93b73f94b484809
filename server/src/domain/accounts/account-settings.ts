import { conflict, invalidRequest } from '../../ports/errors.ts';
import { type AccountDependencies, getAccount } from './account-records.ts';
import type { Account, CustomLimits } from './kinds.ts';

/** Suspends or resumes an account from the next request on. Its pending memories become ready. @throws {DomainError} */
export async function setSuspended(
  { records, clock }: Pick<AccountDependencies, 'records' | 'clock'>,
  { accountId, suspended }: { accountId: string; suspended: boolean },
): Promise<Account> {
  const account = await getAccount(records, accountId);
  if ((account.suspendedAt !== null) === suspended) return account;
  const suspendedAt = suspended ? clock.now() : null;
  return records.run(accountId, 'updateAccount', { accountId, changes: { suspendedAt } });
}

/** Far more than any use, and far less than the greatest exact number. */
export const largestLimit = 1_000_000_000_000;

export const limitRule = `a whole number from 0 to ${largestLimit}, or null for no limit`;

const wireNames = { memoryWrites: 'memory_write', memorySearches: 'memory_search', endUsers: 'end_users' };

/** Sets agreed quotas. @throws {DomainError} `invalid_request`, `not_found`, `conflict` on any other plan */
export async function setLimits(
  { records }: Pick<AccountDependencies, 'records'>,
  { accountId, limits }: { accountId: string; limits: Partial<CustomLimits> },
): Promise<Account> {
  const faults = Object.entries(limits)
    .filter(([, limit]) => !isLimit(limit))
    .map(([name]) => ({ path: `/${wireNames[name as keyof CustomLimits]}`, message: `must be ${limitRule}` }));
  if (faults.length > 0) throw invalidRequest(...faults);
  const account = await getAccount(records, accountId);
  if (account.plan !== 'enterprise') {
    throw conflict(
      `Only the enterprise plan has custom limits. This account is on the ${account.plan} plan, whose limits are fixed.`,
    );
  }
  return records.run(accountId, 'updateAccount', { accountId, changes: { limits } });
}

function isLimit(limit: number | null): boolean {
  return limit === null || (Number.isInteger(limit) && limit >= 0 && limit <= largestLimit);
}
