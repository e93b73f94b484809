import type { Account, AccountStore, CustomLimits, Plan } from '../../ports/account-store.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import { findAccount } from './find-account.ts';

/**
 * Sets the plan for the operator, effective from the next request. The usage of the month stays. Agreed limits stay
 * stored, and apply again once the account is back on the enterprise plan.
 * @returns the changed account
 * @throws {DomainError} `not_found`
 */
export async function setPlan(
  { store }: { store: AccountStore },
  { accountId, plan }: { accountId: string; plan: Plan },
): Promise<Account> {
  const account = await findAccount(store, accountId);
  await store.updateAccount(accountId, { plan });
  return { ...account, plan };
}

/** Far more than any use, and far less than the greatest exact number. */
export const largestLimit = 1_000_000_000_000;

export const limitRule = `a whole number from 0 to ${largestLimit}, or null for no limit`;

const wireNames: Record<keyof CustomLimits, string> = {
  memoryWrites: 'memory_write',
  memorySearches: 'memory_search',
  endUsers: 'end_users',
};

/**
 * Sets the agreed quotas of an account on the enterprise plan, effective from the next request. Absent quotas stay.
 * @returns the changed account
 * @throws {DomainError} `invalid_request` for each invalid limit, `not_found`, `conflict` on any other plan
 */
export async function setLimits(
  { store }: { store: AccountStore },
  { accountId, limits }: { accountId: string; limits: Partial<CustomLimits> },
): Promise<Account> {
  const faults = Object.entries(limits)
    .filter(([, limit]) => !isLimit(limit))
    .map(([name]) => ({ path: `/${wireNames[name as keyof CustomLimits]}`, message: `must be ${limitRule}` }));
  if (faults.length > 0) throw invalidRequest(...faults);
  const account = await findAccount(store, accountId);
  if (account.plan !== 'enterprise') {
    throw new DomainError(
      'conflict',
      `Only the enterprise plan has custom limits. This account is on the ${account.plan} plan, whose limits are fixed.`,
    );
  }
  await store.updateAccount(accountId, { limits });
  return { ...account, limits: { ...account.limits, ...limits } };
}

function isLimit(limit: number | null): boolean {
  return limit === null || (Number.isInteger(limit) && limit >= 0 && limit <= largestLimit);
}
