import { DomainError } from '../../ports/errors.ts';
import {
  type AccountDependencies,
  findAccount,
  findToken,
  type Identifier,
  type IdentifierInput,
  oneIdentifier,
} from './account-records.ts';
import { hashSecret, signInCodes, accessTokens as tokenFormat } from './api-key-format.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { requireActive } from './authenticate.ts';
import { maxTokens, sessionIdOf } from './commands.ts';
import { type AccessToken, accessTokens } from './kinds.ts';
import { type LastUses, latest } from './last-uses.ts';
import { findByPassword } from './passwords.ts';

export interface LogInInput extends IdentifierInput {
  password: string;
  /** The client's address. Failures count for it, too. */
  address: string;
  /** The `User-Agent` of the request. Only its beginning is stored. */
  userAgent?: string | undefined;
  /** Receives the id of the account that has the identifier, whether or not the password is right. */
  onAccount?: (accountId: string) => void;
}

export interface NewSession {
  id: string;
  /** The token is shown only now, because the store has only its hash. */
  accessToken: string;
  expiresAt: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The maximum of sessions of an account. A new session beyond it ends the oldest one. */
const maxLive = 50;
const codeMs = 10 * 60 * 1_000;
const maxUserAgentLength = 256;

/**
 * An unknown account and a wrong password cost the same work and get the same response. Otherwise anyone could find out
 * whether an account exists. Both count as failures of the identifier.
 * @throws {DomainError} `unauthenticated`, `invalid_request`, `rate_limited`; `account_suspended` after a right
 * password
 */
export async function logIn(
  dependencies: SessionDependencies & { throttle: AttemptThrottle },
  input: LogInInput,
): Promise<NewSession> {
  const identifier = oneIdentifier(input);
  const session = await dependencies.throttle
    .signIn({ identifier, address: input.address }, () => openSession(dependencies, identifier, input))
    .catch(async (error: unknown) => {
      // The throttle may have rejected the sign-in before the account was read.
      const account = await findAccount(dependencies.records, identifier);
      if (account) input.onAccount?.(account.id);
      throw error;
    });
  if (session) return session;
  const field = 'email' in identifier ? 'email' : 'phone';
  throw new DomainError('unauthenticated', `Incorrect ${field} or password.`);
}

type SessionDependencies = AccountDependencies & { sessionDays: number };

/** Resolves to undefined when no account has this identifier and password. */
async function openSession(
  dependencies: SessionDependencies,
  identifier: Identifier,
  { password, onAccount, ...origin }: LogInInput,
): Promise<NewSession | undefined> {
  const { records } = dependencies;
  const account = await findByPassword(dependencies, identifier, password, onAccount);
  if (!account) return undefined;
  requireActive(account);

  const session = await beginSession(dependencies, account.id, origin);

  // The password may have changed during the verification. That change ended the earlier tokens, but would not end this
  // one.
  const present = await findAccount(records, identifier);
  if (present?.passwordHash === account.passwordHash) return session;
  await logOut(dependencies, hashSecret(session.accessToken));
  return undefined;
}

async function beginSession(
  dependencies: SessionDependencies,
  accountId: string,
  { address, userAgent }: Pick<LogInInput, 'address' | 'userAgent'>,
): Promise<NewSession> {
  const accessToken = tokenFormat.make(dependencies.identifiers);
  const origin = { address, userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null };
  const ms = dependencies.sessionDays * dayMs;
  const { hash, expiresAt } = await storeToken(dependencies, accountId, { secret: accessToken, ms, ...origin });
  return { id: sessionIdOf(hash), accessToken, expiresAt };
}

async function storeToken(
  { records, clock }: Pick<AccountDependencies, 'records' | 'clock'>,
  accountId: string,
  { secret, ms, ...origin }: { secret: string; ms: number } & Pick<AccessToken, 'address' | 'userAgent'>,
): Promise<AccessToken> {
  const createdAt = clock.now();
  const times = { createdAt, expiresAt: createdAt + ms, lastUsedAt: null };
  const token = { hash: hashSecret(secret), accountId, ...times, ...origin };
  await records.run(accountId, 'createToken', { token, maxLive });
  return token;
}

/**
 * Makes a code that signs in to an account once. It is stored like an access token, so every process that shares the
 * store can find it. Its form differs, so that no request is accepted with it.
 */
export async function createSignInCode(
  dependencies: Pick<AccountDependencies, 'records' | 'clock' | 'identifiers'>,
  accountId: string,
): Promise<string> {
  const secret = signInCodes.make(dependencies.identifiers);
  await storeToken(dependencies, accountId, { secret, ms: codeMs, userAgent: 'sign-in link', address: null });
  return secret;
}

export interface CodeInput extends Pick<LogInInput, 'address' | 'userAgent' | 'onAccount'> {
  code: string;
}

/**
 * Exchanges a code for a session. If several requests send the same code, only one gets a session.
 * @throws {DomainError} `unauthenticated`; `account_suspended`
 */
export async function logInByCode(
  dependencies: SessionDependencies,
  { code, onAccount, ...origin }: CodeInput,
): Promise<NewSession> {
  const { records, clock } = dependencies;
  const hash = hashSecret(code);
  const found = signInCodes.isValid(code) ? await findToken(records, hash) : undefined;
  const isValid = found !== undefined && found.token.expiresAt > clock.now();
  if (!isValid || (await records.run('', 'deleteTokens', { hash })) === 0) {
    throw new DomainError(
      'unauthenticated',
      'This sign-in link was already used or has expired. Sign in with your password.',
    );
  }
  onAccount?.(found.account.id);
  requireActive(found.account);
  return beginSession(dependencies, found.account.id, origin);
}

/** Ends a token immediately. It may have ended already. */
export async function logOut({ records }: Pick<AccountDependencies, 'records'>, tokenHash: string): Promise<void> {
  await records.run('', 'deleteTokens', { hash: tokenHash });
}

/** A session that has not ended, as its account sees it. */
export interface Session extends Omit<AccessToken, 'hash' | 'accountId'> {
  id: string;
  isCurrent: boolean;
}

/** Lists the sessions that have not ended, newest first. @param input.tokenHash the session of the request */
export async function listSessions(
  { records, clock, uses }: Pick<AccountDependencies, 'records' | 'clock'> & { uses: Pick<LastUses, 'lastUse'> },
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
): Promise<Session[]> {
  const now = clock.now();
  const newest = { of: [accountId], descending: true, limit: maxTokens } as const;
  const live = (await records.scan(accessTokens, 'created', newest)).filter(({ expiresAt }) => expiresAt > now);
  return live.map(({ hash, accountId: _, ...token }) => ({
    ...token,
    id: sessionIdOf(hash),
    isCurrent: hash === tokenHash,
    lastUsedAt: latest(token.lastUsedAt, uses.lastUse(hash)),
  }));
}
