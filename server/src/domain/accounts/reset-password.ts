import { invalidRequest } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { makePassword } from './make-password.ts';
import { passwordFieldProblem } from './password-rules.ts';

/**
 * For the operator, who need not know the present password. Ends every session of the account.
 * @param password - made up when left out
 * @returns the password that holds now
 * @throws {DomainError} `invalid_request` when the password is not allowed
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
