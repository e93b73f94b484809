import type { AccountDeletions, DeletionCounts } from '../../ports/account-deletions.ts';
import type { Account } from '../../ports/account-store.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { identifierOf } from './account-identifier.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { endedToken } from './ended-token.ts';
import { findByPassword } from './find-by-password.ts';

export interface BegunDeletion {
  deletionId: string;
  counts: DeletionCounts;
}

export interface DeleteAccountInput {
  account: Account;
  password: string;
  /** The session of the request. Wrong passwords count for it. */
  tokenHash: Buffer;
  /** The client's address. */
  address: string;
}

type DeleteDependencies = Pick<AccountDependencies, 'clock' | 'identifiers'> & { deletions: AccountDeletions };

/**
 * Ends all credentials of an account immediately. A worker removes all other data.
 * @throws {DomainError} `rate_limited`; `invalid_request` when the password is wrong
 */
export async function deleteAccount(
  {
    store,
    passwords,
    throttle,
    onDeletion,
    ...dependencies
  }: Pick<AccountDependencies, 'store' | 'passwords'> &
    DeleteDependencies & { throttle: AttemptThrottle; onDeletion?: () => void },
  { account, password, tokenHash, address }: DeleteAccountInput,
): Promise<BegunDeletion> {
  const identifier = identifierOf(account);
  const credentials = await throttle.ownPassword({ identifier, address, session: tokenHash }, () =>
    findByPassword({ store, passwords }, identifier, password),
  );
  if (!credentials) throw invalidRequest({ path: '/password', message: 'is not the current password' });
  const begun = await beginDeletion(dependencies, account.id);
  // Another request deleted the account in the meantime.
  if (!begun) throw endedToken();
  onDeletion?.();
  return begun;
}

/** Begins a deletion. Resolves to undefined when there is no such account. */
export async function beginDeletion(
  { clock, identifiers, deletions }: DeleteDependencies,
  accountId: string,
): Promise<BegunDeletion | undefined> {
  const deletionId = identifiers.deletion();
  const counts = await deletions.begin(accountId, { id: deletionId, at: clock.now() });
  return counts && { deletionId, counts };
}
