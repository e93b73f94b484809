import type { Account } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { findAccount } from './find-account.ts';

/**
 * Suspends an account or ends its suspension, effective from the next request. Its sessions, keys and memories stay.
 * Its pending memories become ready in the meantime.
 * @returns the changed account
 * @throws {DomainError} `not_found`
 */
export async function setSuspended(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  { accountId, suspended }: { accountId: string; suspended: boolean },
): Promise<Account> {
  const account = await findAccount(store, accountId);
  if ((account.suspendedAt !== null) === suspended) return account;
  const suspendedAt = suspended ? clock.now() : null;
  await store.updateAccount(accountId, { suspendedAt });
  return { ...account, suspendedAt };
}

/** @throws {DomainError} `account_suspended` */
export function requireActive({ suspendedAt }: Pick<Account, 'suspendedAt'>): void {
  if (suspendedAt === null) return;
  throw new DomainError(
    'account_suspended',
    "This account is suspended. Its memories remain stored. Ask the server's operator to resume it.",
  );
}
