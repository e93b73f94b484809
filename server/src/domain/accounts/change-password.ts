import type { Account } from '../../ports/account-store.ts';
import { type DomainError, invalidRequest } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { identifierOf } from './account-identifier.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { passwordFieldProblem } from './password-rules.ts';

export interface ChangePasswordInput {
  account: Account;
  currentPassword: string;
  newPassword: string;
  /** The session that asks; every other one ends. */
  tokenHash: Buffer;
  /** Of the client: a wrong password counts like one at a login. */
  address: string;
}

/** @throws {DomainError} `rate_limited`; `invalid_request` when the current password is wrong or the new one not allowed */
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
  // Another change came in between: what was the present password when asked is no longer.
  if (outcome === 'stale') throw notPresent();
}

function notPresent(): DomainError {
  return invalidRequest({ path: '/current_password', message: 'is not the present password' });
}
