import { invalidRequest } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { makePassword } from './make-password.ts';
import { passwordFieldProblem } from './password-rules.ts';

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
