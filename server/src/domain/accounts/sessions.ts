import type { AccessToken, Identifier } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import { type Repeatable, type Replay, recordOf, toReplay } from '../usage/idempotency.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { type IdentifierInput, oneIdentifier } from './account-identifier.ts';
import { accessTokens, hashSecret } from './api-key-format.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { findByPassword } from './find-by-password.ts';
import { type LastUses, latest } from './last-uses.ts';
import { requireActive } from './suspension.ts';

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
export const maxSessions = 50;
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
      await nameLockedAccount(dependencies, identifier, input);
      throw error;
    });
  if (!session) throw rejection(identifier);
  return session;
}

/** Finds the account of a sign-in that the throttle rejected before the account was read. */
async function nameLockedAccount(
  { store }: SessionDependencies,
  identifier: Identifier,
  { onAccount }: LogInInput,
): Promise<void> {
  const [credentials] = await store.findAccounts(identifier);
  if (credentials) onAccount?.(credentials.account.id);
}

type SessionDependencies = AccountDependencies & { sessionDays: number };

/** Resolves to undefined when no account has this identifier and password. */
async function openSession(
  dependencies: SessionDependencies,
  identifier: Identifier,
  { password, onAccount, ...origin }: LogInInput,
): Promise<NewSession | undefined> {
  const { store } = dependencies;
  const credentials = await findByPassword(dependencies, identifier, password, onAccount);
  if (!credentials) return undefined;
  requireActive(credentials.account);

  const session = await beginSession(dependencies, credentials.account.id, origin);

  // The password may have changed during the verification. That change ended the earlier tokens, but would not end this
  // one.
  const [present] = await store.findAccounts(identifier);
  if (present?.passwordHash !== credentials.passwordHash) {
    await store.deleteTokens({ hash: hashSecret(session.accessToken) });
    return undefined;
  }
  return session;
}

/** Creates an access token for an account after a successful authentication. */
export async function beginSession(
  { store, clock, identifiers, sessionDays }: Omit<SessionDependencies, 'passwords'>,
  accountId: string,
  { address, userAgent }: Pick<LogInInput, 'address' | 'userAgent'>,
): Promise<NewSession> {
  const accessToken = accessTokens.make(identifiers);
  const hash = hashSecret(accessToken);
  const createdAt = clock.now();
  const expiresAt = createdAt + sessionDays * dayMs;
  const origin = { address, userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null };
  const token = { hash, accountId, createdAt, expiresAt, lastUsedAt: null, ...origin };
  await store.createToken(token, { maxLive: maxSessions });
  return { id: sessionIdOf(hash), accessToken, expiresAt };
}

function rejection(identifier: Identifier): DomainError {
  const field = 'email' in identifier ? 'email' : 'phone';
  return new DomainError('unauthenticated', `Incorrect ${field} or password.`);
}

/** Ends a token immediately. It may have ended already. */
export async function logOut({ store }: Pick<AccountDependencies, 'store'>, tokenHash: Buffer): Promise<void> {
  await store.deleteTokens({ hash: tokenHash });
}

/** Identifies a session by the beginning of its token's hash, which is too short to find a token with. */
export function sessionIdOf(tokenHash: Buffer): string {
  return `ses_${tokenHash.toString('hex', 0, 13)}`;
}

/** A session that has not ended, as its account sees it. */
export interface Session extends Omit<AccessToken, 'hash' | 'accountId'> {
  id: string;
  isCurrent: boolean;
}

type SessionInput = { accountId: string; tokenHash: Buffer };

/** Lists the sessions that have not ended, newest first. @param input.tokenHash the session of the request */
export async function listSessions(
  { store, clock, tokenUses }: Pick<AccountDependencies, 'store' | 'clock'> & { tokenUses: Pick<LastUses, 'lastUse'> },
  { accountId, tokenHash }: SessionInput,
): Promise<Session[]> {
  const now = clock.now();
  const live = (await store.listTokens(accountId)).filter(({ expiresAt }) => expiresAt > now);
  return live.map(({ hash, accountId: _, ...token }) => ({
    ...token,
    id: sessionIdOf(hash),
    isCurrent: hash.equals(tokenHash),
    lastUsedAt: latest(token.lastUsedAt, tokenUses.lastUse(hash.toString('hex'))),
  }));
}

/**
 * Ends a session of the account immediately.
 * @throws {DomainError} `not_found`, also for the session of another account
 */
export async function endSession(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  {
    accountId,
    sessionId,
    repeatable,
  }: { accountId: string; sessionId: string; repeatable?: Repeatable<void> | undefined },
): Promise<{ kind: 'ended' } | Replay> {
  const now = clock.now();
  const tokens = await store.listTokens(accountId);
  const found = tokens.find(({ hash, expiresAt }) => expiresAt > now && sessionIdOf(hash) === sessionId);
  const ended = await store.endTokens(accountId, { hash: found?.hash ?? null }, recordOf(repeatable, undefined, now));
  if (typeof ended === 'object') return toReplay((repeatable as Repeatable<void>).idempotency, ended.replayed);
  if (ended > 0) return { kind: 'ended' };
  const message = 'Unknown session. GET /auth/sessions lists the sessions of this account.';
  throw new DomainError('not_found', message);
}

/** Ends every session of the account except one. @returns how many there were */
export async function endOtherSessions(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  { accountId, tokenHash, repeatable }: SessionInput & { repeatable?: Repeatable<number> | undefined },
): Promise<{ kind: 'ended'; count: number } | Replay> {
  const now = clock.now();
  const others = repeatable ? (await store.listTokens(accountId)).filter(({ hash }) => !hash.equals(tokenHash)) : [];
  const record = recordOf(repeatable, others.length, now);
  const ended = await store.endTokens(accountId, { keepHash: tokenHash }, record);
  if (typeof ended === 'object') return toReplay((repeatable as Repeatable<number>).idempotency, ended.replayed);
  return { kind: 'ended', count: ended };
}
