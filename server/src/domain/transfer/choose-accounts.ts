import type { Account } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import { foldEmail } from '../../ports/fold-email.ts';
import type { AccountRecord, RecordReader } from '../../ports/records.ts';

/**
 * Finds the accounts to copy.
 * @param accountName - id, email or phone; undefined: every account
 * @throws {DomainError} `not_found` when the source has no such account
 */
export async function chooseAccounts(source: RecordReader, accountName: string | undefined): Promise<AccountRecord[]> {
  const records = await source.accounts();
  if (accountName === undefined) return records;
  const chosen = records.filter(
    ({ account }) => account.id === accountName || addressesOf(account).includes(foldEmail(accountName)),
  );
  if (chosen.length === 0) throw new DomainError('not_found', `The source has no account ${accountName}.`);
  return chosen;
}

/** @throws {DomainError} `conflict` if another account at the target has the email, phone or id of the account */
export async function rejectConflict({ account }: AccountRecord, target: RecordReader): Promise<void> {
  const name = account.email ?? account.phone;
  for (const { account: other } of await target.accountsLike(account)) {
    const isAlike = addressesOf(account).some((address) => addressesOf(other).includes(address));
    if (account.id === other.id && isAlike) continue;
    throw new DomainError(
      'conflict',
      account.id === other.id
        ? `The account ${account.id} is ${name} in the source and ${other.email ?? other.phone} at the target: the stores are not copies of each other.`
        : `The target already has a different account ${name} (${other.id}; in the source ${account.id}). Nothing was copied.`,
    );
  }
}

/** The addresses of an account, which are unique in a store. */
function addressesOf({ email, phone }: Account): string[] {
  return [email === null ? null : foldEmail(email), phone].filter((address) => address !== null);
}
