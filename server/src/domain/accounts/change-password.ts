import type { Account } from '../../ports/account-store.ts';
import { type DomainError, invalidRequest } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { identifierOf } from './account-identifier.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { makePassword, passwordFieldProblem } from './password-rules.ts';

export interface ChangePasswordInput {
  account: Account;
  currentPassword: string;
  newPassword: string;
  /** The session of the request. Every other session ends. */
  tokenHash: Buffer;
  /** The client's address. A wrong password counts for it as at a login. */
  address: string;
}

/** @throws {DomainError} `rate_limited`; `invalid_request` when the current password is wrong or the new one invalid */
export async function changePassword(
  { store, passwords, throttle }: Pick<AccountDependencies, 'store' | 'passwords'> & { throttle: AttemptThrottle },
  { account, currentPassword, newPassword, tokenHash, address }: ChangePasswordInput,
): Promise<void> {
  const problem = passwordFieldProblem('new_password', newPassword);
  if (problem) throw invalidRequest(problem);
  const identifier = identifierOf(account);
  const replaces = await throttle.signIn({ identifier, address }, async () => {
    const [credentials] = await store.findAccounts(identifier);
    const matches = await passwords.verify(currentPassword, credentials?.passwordHash ?? passwords.dummyHash);
    return matches ? credentials?.passwordHash : undefined;
  });
  if (!replaces) throw notPresent();
  const options = { replaces, keepTokenHash: tokenHash };
  const outcome = await store.changePassword(account.id, await passwords.hash(newPassword), options);
  // Another request has changed the password since its verification.
  if (outcome === 'stale') throw notPresent();
}

function notPresent(): DomainError {
  return invalidRequest({ path: '/current_password', message: 'is not the present password' });
}

/**
 * Sets a password for the operator, without the present one. Ends every session of the account.
 * @param password is random by default
 * @returns the new password
 * @throws {DomainError} `invalid_request` when the password is invalid
 */
export async function resetPassword(
  { store, identifiers, passwords }: Pick<AccountDependencies, 'store' | 'identifiers' | 'passwords'>,
  { accountId, password = makePassword(identifiers) }: { accountId: string; password?: string | undefined },
): Promise<string> {
  const problem = passwordFieldProblem('password', password);
  if (problem) throw invalidRequest(problem);
  await store.changePassword(accountId, await passwords.hash(password));
  return password;
}
