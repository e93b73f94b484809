import { DomainError } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { hashSecret, signInCodes } from './api-key-format.ts';
import { beginSession, type LogInInput, maxSessions, type NewSession } from './sessions.ts';
import { requireActive } from './suspension.ts';

/** The time for which a code can be used. */
const codeMs = 10 * 60 * 1_000;

export interface CodeInput extends Pick<LogInInput, 'address' | 'userAgent' | 'onAccount'> {
  code: string;
}

/**
 * Makes a code that signs in to an account once. It is stored like an access token, so every process that shares the
 * store can find it. Its form differs, so that no request is accepted with it.
 */
export async function createSignInCode(
  { store, clock, identifiers }: Pick<AccountDependencies, 'store' | 'clock' | 'identifiers'>,
  accountId: string,
): Promise<string> {
  const code = signInCodes.make(identifiers);
  const createdAt = clock.now();
  const times = { createdAt, expiresAt: createdAt + codeMs, lastUsedAt: null };
  const token = { hash: hashSecret(code), accountId, ...times, userAgent: 'sign-in link', address: null };
  await store.createToken(token, { maxLive: maxSessions });
  return code;
}

/**
 * Exchanges a code for a session. If several requests send the same code, only one gets a session.
 * @throws {DomainError} `unauthenticated`; `account_suspended`
 */
export async function logInByCode(
  dependencies: AccountDependencies & { sessionDays: number },
  { code, onAccount, ...origin }: CodeInput,
): Promise<NewSession> {
  const { store, clock } = dependencies;
  const hash = hashSecret(code);
  const found = signInCodes.isValid(code) ? await store.findToken(hash) : undefined;
  const isTaken =
    found !== undefined && found.token.expiresAt > clock.now() && (await store.deleteTokens({ hash })) > 0;
  if (!isTaken) {
    throw new DomainError(
      'unauthenticated',
      'This sign-in link was already used or has expired. Sign in with your password.',
    );
  }
  onAccount?.(found.account.id);
  requireActive(found.account);
  return beginSession(dependencies, found.account.id, origin);
}
