import { unauthenticated } from '../../ports/errors.ts';
import {
  type AccountDependencies,
  type AccountServices,
  findAccount,
  type IdentifierInput,
  oneIdentifier,
} from './account-records.ts';
import { hashSecret, signInCodes, accessTokens as tokenFormat } from './api-key-format.ts';
import { findToken, requireActive } from './authenticate.ts';
import { maxTokens, sessionIdOf } from './commands.ts';
import { type AccessToken, accessTokens, type Identifier } from './kinds.ts';
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
 * @throws {DomainError} `unauthenticated`, `invalid_request`, `rate_limited`; after a right password `account_suspended`
 */
export async function logIn(services: AccountServices, input: LogInInput): Promise<NewSession> {
  const identifier = oneIdentifier(input);
  const account = await findAccount(services.records, identifier);
  // The throttle may reject the sign-in before it verifies the password.
  if (account) input.onAccount?.(account.id);
  const attempt = { identifier, address: input.address };
  const session = await services.throttle.signIn(attempt, () => openSession(services, identifier, input));
  if (session) return session;
  const field = 'email' in identifier ? 'email' : 'phone';
  throw unauthenticated(`Incorrect ${field} or password.`);
}

async function openSession(
  services: AccountServices,
  identifier: Identifier,
  { password, ...origin }: LogInInput,
): Promise<NewSession | undefined> {
  const account = await findByPassword(services, identifier, password);
  if (!account) return undefined;
  requireActive(account);
  const session = await beginSession(services, account.id, origin);
  // A change of the password during the verification has ended the earlier tokens, but not this one.
  const present = await findAccount(services.records, identifier);
  if (present?.passwordHash === account.passwordHash) return session;
  await services.records.run('', 'deleteTokens', { hash: hashSecret(session.accessToken) });
  return undefined;
}

async function beginSession(
  services: AccountServices,
  accountId: string,
  { address, userAgent }: Pick<LogInInput, 'address' | 'userAgent'>,
): Promise<NewSession> {
  const origin = { address, userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null };
  return storeToken(services, tokenFormat, accountId, { ms: services.sessionDays * dayMs, ...origin });
}

async function storeToken(
  { records, clock, identifiers }: AccountDependencies,
  format: typeof tokenFormat,
  accountId: string,
  { ms, ...origin }: { ms: number } & Pick<AccessToken, 'address' | 'userAgent'>,
): Promise<NewSession> {
  const accessToken = format.make(identifiers);
  const hash = hashSecret(accessToken);
  const createdAt = clock.now();
  const expiresAt = createdAt + ms;
  const token = { hash, accountId, createdAt, expiresAt, lastUsedAt: null, ...origin };
  await records.run(accountId, 'createToken', { token, maxLive });
  return { id: sessionIdOf(hash), accessToken, expiresAt };
}

/**
 * Makes a code that signs in to an account once. It is stored like an access token, so every process that shares the
 * store can find it. Its form differs, so that no request is accepted with it.
 */
export async function createSignInCode(dependencies: AccountDependencies, accountId: string): Promise<string> {
  const origin = { userAgent: 'sign-in link', address: null };
  return (await storeToken(dependencies, signInCodes, accountId, { ms: codeMs, ...origin })).accessToken;
}

export interface CodeInput extends Pick<LogInInput, 'address' | 'userAgent' | 'onAccount'> {
  code: string;
}

/** Exchanges a code for a session, once. @throws {DomainError} `unauthenticated`; `account_suspended` */
export async function logInByCode(services: AccountServices, { code, onAccount, ...origin }: CodeInput) {
  const { records, clock } = services;
  const hash = hashSecret(code);
  const found = signInCodes.isValid(code) ? await findToken(records, hash) : undefined;
  const isValid = found !== undefined && found.credential.expiresAt > clock.now();
  if (!isValid || (await records.run('', 'deleteTokens', { hash })) === 0) {
    throw unauthenticated('This sign-in link was already used or has expired. Sign in with your password.');
  }
  onAccount?.(found.account.id);
  requireActive(found.account);
  return beginSession(services, found.account.id, origin);
}

export interface Session extends Omit<AccessToken, 'hash' | 'accountId'> {
  id: string;
  isCurrent: boolean;
}

/** Lists the sessions that have not ended, newest first. @param input.tokenHash the session of the request */
export async function listSessions(
  { records, clock, uses }: AccountServices,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
): Promise<Session[]> {
  await uses.flush();
  const now = clock.now();
  const newest = { of: [accountId], descending: true, limit: maxTokens } as const;
  const live = (await records.scan(accessTokens, 'created', newest)).filter(({ expiresAt }) => expiresAt > now);
  return live.map(({ hash, accountId: _, ...token }) => ({
    ...token,
    id: sessionIdOf(hash),
    isCurrent: hash === tokenHash,
  }));
}
