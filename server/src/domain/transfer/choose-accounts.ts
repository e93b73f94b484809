import { DomainError } from '../../ports/errors.ts';
import type { Reader } from '../../ports/record-store.ts';
import type { Account } from '../accounts/kinds.ts';
import { accounts, foldEmail, type StoredAccount } from '../accounts/kinds.ts';
import { scanPages } from './scan-pages.ts';

/**
 * Finds the accounts to copy, oldest first, without those that are being deleted.
 * @param name - id, email or phone; undefined: every account
 * @throws {DomainError} `not_found` when the source has no such account
 */
export async function chooseAccounts(source: Reader, name: string | undefined): Promise<StoredAccount[]> {
  const chosen: StoredAccount[] = [];
  const isChosen = (account: StoredAccount) =>
    name === undefined || account.id === name || addressesOf(account).includes(foldEmail(name));
  for await (const page of scanPages(source, accounts, 'created', {
    of: [],
    where: { deletionId: null },
    limit: 500,
  })) {
    chosen.push(...page.filter(isChosen));
  }
  if (name !== undefined && chosen.length === 0) {
    throw new DomainError('not_found', `The source has no account ${name}.`);
  }
  return chosen;
}

/** @throws {DomainError} `conflict` if another account at the target has the email, phone or id of the account */
export async function rejectConflict(account: StoredAccount, target: Reader): Promise<void> {
  const { id, emailFolded, phone } = account;
  const others = [
    await target.get(accounts, { id }),
    ...(emailFolded === null ? [] : await target.scan(accounts, 'email', { of: [emailFolded], limit: 1 })),
    ...(phone === null ? [] : await target.scan(accounts, 'phone', { of: [phone], limit: 1 })),
  ];
  const name = account.email ?? phone;
  for (const other of others) {
    if (!other) continue;
    const isAlike = addressesOf(account).some((address) => addressesOf(other).includes(address));
    if (id === other.id && isAlike) continue;
    throw new DomainError(
      'conflict',
      id === other.id
        ? `The account ${id} is ${name} in the source and ${other.email ?? other.phone ?? 'deleted'} at the target: the stores are not copies of each other.`
        : `The target already has a different account ${name} (${other.id}; in the source ${id}). Nothing was copied.`,
    );
  }
}

/** The addresses of an account, which are unique in a store. */
function addressesOf({ email, phone }: Account): string[] {
  return [email === null ? null : foldEmail(email), phone].filter((address) => address !== null);
}
