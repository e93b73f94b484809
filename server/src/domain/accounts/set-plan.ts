import type { Account, Plan } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/**
 * For the operator. Counts from the next request on; what was used this month stays used. Limits agreed for the account
 * are kept, and hold again once it is back on the enterprise plan.
 * @returns the account as it is now
 * @throws {DomainError} `not_found`
 */
export async function setPlan(
  { store }: Pick<AccountDependencies, 'store'>,
  { accountId, plan }: { accountId: string; plan: Plan },
): Promise<Account> {
  const [found] = await store.findAccounts({ id: accountId });
  if (!found) throw new DomainError('not_found', `There is no account ${accountId}.`);
  await store.updateAccount(accountId, { plan });
  return { ...found.account, plan };
}
