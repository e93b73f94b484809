import { type DomainError, invalidRequest } from '../domain-error.ts';
import type { Account } from '../ports/account-store.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { identifierOf } from './account-identifier.ts';
import { passwordFieldProblem } from './password-rules.ts';

export interface ChangePasswordInput {
  account: Account;
  currentPassword: string;
  newPassword: string;
  /** The session that asks; every other one ends. */
  tokenHash: Buffer;
}

/** @throws {DomainError} `invalid_request` when the current password is wrong or the new one not allowed */
export async function changePassword(
  { store, passwords }: Pick<AccountDependencies, 'store' | 'passwords'>,
  { account, currentPassword, newPassword, tokenHash }: ChangePasswordInput,
): Promise<void> {
  const problem = passwordFieldProblem('new_password', newPassword);
  if (problem) throw invalidRequest(problem);
  const credentials = await store.findCredentials(identifierOf(account));
  const matches = await passwords.verify(currentPassword, credentials?.passwordHash ?? passwords.dummyHash);
  if (!credentials || !matches) throw notPresent();
  const outcome = await store.changePassword(account.id, await passwords.hash(newPassword), {
    replaces: credentials.passwordHash,
    keepTokenHash: tokenHash,
  });
  // Another change came in between: what was the present password when asked is no longer.
  if (outcome === 'stale') throw notPresent();
}

function notPresent(): DomainError {
  return invalidRequest({ path: '/current_password', message: 'is not the present password' });
}
