import type { Identifier } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { type IdentifierInput, oneIdentifier } from './account-identifier.ts';
import { accessTokens, hashSecret } from './api-key-format.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { requireActive } from './suspension.ts';

export interface LogInInput extends IdentifierInput {
  password: string;
  /** The client's address. Failures count for it, too. */
  address: string;
  /** Receives the id of the account that has the identifier, whether or not the password is right. */
  onAccount?: (accountId: string) => void;
}

export interface Session {
  /** It can be shown only now, because the store keeps its hash. */
  accessToken: string;
  expiresAt: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The number of sessions that an account may have at once. The oldest ends when another begins. */
const maxSessions = 50;

/**
 * An unknown account and a wrong password cost the same work and get the same response. Otherwise anybody could find out
 * who has an account. Both count as failures of the identifier.
 * @throws {DomainError} `unauthenticated`, `invalid_request`, `rate_limited`; `account_suspended` after a right password
 */
export async function logIn(
  dependencies: SessionDependencies & { throttle: AttemptThrottle },
  input: LogInInput,
): Promise<Session> {
  const identifier = oneIdentifier(input);
  const session = await dependencies.throttle.signIn({ identifier, address: input.address }, () =>
    openSession(dependencies, identifier, input),
  );
  if (!session) throw rejection(identifier);
  return session;
}

type SessionDependencies = AccountDependencies & { sessionDays: number };

/** Resolves to undefined when no account has this identifier and password. */
async function openSession(
  { store, clock, identifiers, passwords, sessionDays }: SessionDependencies,
  identifier: Identifier,
  { password, onAccount }: Pick<LogInInput, 'password' | 'onAccount'>,
): Promise<Session | undefined> {
  const [credentials] = await store.findAccounts(identifier);
  if (credentials) onAccount?.(credentials.account.id);
  const matches = await passwords.verify(password, credentials?.passwordHash ?? passwords.dummyHash);
  if (!credentials || !matches) return undefined;
  requireActive(credentials.account);

  const accessToken = accessTokens.make(identifiers);
  const hash = hashSecret(accessToken);
  const createdAt = clock.now();
  const expiresAt = createdAt + sessionDays * dayMs;
  const token = { hash, accountId: credentials.account.id, createdAt, expiresAt };
  await store.createToken(token, { maxLive: maxSessions });

  // The password may have been changed while it was being verified: that ended the tokens of then, but not this one.
  const [present] = await store.findAccounts(identifier);
  if (present?.passwordHash !== credentials.passwordHash) {
    await store.deleteTokens({ hash });
    return undefined;
  }
  return { accessToken, expiresAt };
}

function rejection(identifier: Identifier): DomainError {
  const field = 'email' in identifier ? 'email' : 'phone';
  return new DomainError(
    'unauthenticated',
    `No account has this ${field} and this password. Check both and try again.`,
  );
}

/** Ends a token at once. The token may have ended already. */
export async function logOut({ store }: Pick<AccountDependencies, 'store'>, tokenHash: Buffer): Promise<void> {
  await store.deleteTokens({ hash: tokenHash });
}
