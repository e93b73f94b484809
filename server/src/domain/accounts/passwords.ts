import type { Account } from '../../ports/account-store.ts';
import { type DomainError, type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { identifierOf } from './account-identifier.ts';
import { toBase62 } from './api-key-format.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';

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

const minPasswordLength = 8;
const maxPasswordLength = 256;

/** Checks a new password. Returns undefined when it is valid. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength) {
    return `must have ${minPasswordLength} to ${maxPasswordLength} characters; it has ${length}`;
  }
  // All halves of surrogate pairs would have the same hash.
  if (!password.isWellFormed()) return 'must be valid Unicode; it holds half of a surrogate pair';
  return undefined;
}

export function passwordFieldProblem(field: string, password: string): FieldError | undefined {
  const message = passwordProblem(password);
  return message ? { path: `/${field}`, message } : undefined;
}

/** Makes a password of 120 random bits, for copying and not for remembering. */
export function makePassword(identifiers: Pick<Identifiers, 'secret'>): string {
  return toBase62(identifiers.secret(15));
}
