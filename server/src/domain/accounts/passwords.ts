import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import { type AccountDependencies, findAccount, type Identifier, identifierOf } from './account-records.ts';
import { toBase62 } from './api-key-format.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import type { Account, StoredAccount } from './kinds.ts';

/**
 * Finds the account of an identifier if the password is correct. Without an account, a wrong password takes just as
 * long.
 * @param onFound is called with the account that is named, whatever the password
 */
export async function findByPassword(
  { records, passwords }: Pick<AccountDependencies, 'records' | 'passwords'>,
  identifier: Identifier,
  password: string,
  onFound?: (accountId: string) => void,
): Promise<StoredAccount | undefined> {
  const account = await findAccount(records, identifier);
  if (account) onFound?.(account.id);
  const matches = await passwords.verify(password, account?.passwordHash ?? passwords.dummyHash);
  return matches ? account : undefined;
}

export interface ChangePasswordInput {
  account: Account;
  currentPassword: string;
  newPassword: string;
  /** The session of the request. Every other session ends. Wrong passwords count for it. */
  tokenHash: string;
  address: string;
  revokeApiKeys: boolean;
}

/** @throws {DomainError} `rate_limited`; `invalid_request` when the current password is wrong or the new one invalid */
export async function changePassword(
  { throttle, ...dependencies }: Pick<AccountDependencies, 'records' | 'passwords'> & { throttle: AttemptThrottle },
  { account, currentPassword, newPassword, tokenHash, address, revokeApiKeys }: ChangePasswordInput,
): Promise<void> {
  const problem = passwordFieldProblem('new_password', newPassword);
  if (problem) throw invalidRequest(problem);
  const { records, passwords } = dependencies;
  const { id: accountId } = account;
  const identifier = identifierOf(account);
  const outcome = await throttle.ownPassword({ identifier, address, session: tokenHash }, async () => {
    const credentials = await findByPassword(dependencies, identifier, currentPassword);
    if (!credentials) return undefined;
    return records.run(accountId, 'changePassword', {
      accountId,
      passwordHash: await passwords.hash(newPassword),
      replaces: credentials.passwordHash,
      keepTokenHash: tokenHash,
      revokesKeys: revokeApiKeys,
    });
  });
  // The outcome is stale: another request changed the password after the verification.
  if (outcome !== 'changed') {
    throw invalidRequest({ path: '/current_password', message: 'is not the current password' });
  }
}

/**
 * Sets a password for the operator, without the current one. Ends every session of the account, and on request its
 * keys.
 * @param input.password - random by default
 * @returns the new password
 * @throws {DomainError} `invalid_request` when the password is invalid
 */
export async function resetPassword(
  { records, identifiers, passwords }: Omit<AccountDependencies, 'clock'>,
  {
    accountId,
    password = makePassword(identifiers),
    revokeApiKeys = false,
  }: { accountId: string; password?: string | undefined; revokeApiKeys?: boolean },
): Promise<string> {
  const problem = passwordFieldProblem('password', password);
  if (problem) throw invalidRequest(problem);
  const passwordHash = await passwords.hash(password);
  await records.run(accountId, 'changePassword', { accountId, passwordHash, revokesKeys: revokeApiKeys });
  return password;
}

const minPasswordLength = 8;
const maxPasswordLength = 256;

export function passwordProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength) {
    return `must have ${minPasswordLength} to ${maxPasswordLength} characters; it has ${length}`;
  }
  // Without this check, all lone surrogates would have the same hash.
  if (!password.isWellFormed()) return 'must be valid Unicode; it contains half of a surrogate pair';
  return undefined;
}

export function passwordFieldProblem(field: string, password: string): FieldError | undefined {
  const message = passwordProblem(password);
  return message ? { path: `/${field}`, message } : undefined;
}

/** Makes a password of 120 random bits. People copy it instead of memorising it. */
export function makePassword(identifiers: Pick<Identifiers, 'secret'>): string {
  return toBase62(identifiers.secret(15));
}
