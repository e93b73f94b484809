import type { Account, AccountStore } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';

/** @throws {DomainError} `not_found` */
export async function findAccount(store: AccountStore, id: string): Promise<Account> {
  const [found] = await store.findAccounts({ id });
  if (!found) throw new DomainError('not_found', `There is no account ${id}.`);
  return found.account;
}
