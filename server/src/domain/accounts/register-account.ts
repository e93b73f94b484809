import type { Account } from '../../ports/account-store.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import { noCustomLimits } from '../usage/plans.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { type IdentifierInput, identifierProblem, oneIdentifier } from './account-identifier.ts';
import { hashSecret } from './api-key-format.ts';
import { newApiKey } from './api-keys.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { makePassword, passwordFieldProblem } from './passwords.ts';

export type Registration = 'open' | 'closed';

export interface RegisterAccountInput extends IdentifierInput {
  password: string;
  /** The client's address. Registrations count for it. */
  address: string;
}

/**
 * Opens an account on the free plan.
 * @throws {DomainError} `registration_closed`, `invalid_request`, `rate_limited`, `conflict` when the e-mail or
 *   phone is taken
 */
export async function registerAccount(
  dependencies: AccountDependencies & { registration: Registration; throttle: AttemptThrottle },
  input: RegisterAccountInput,
): Promise<Account> {
  const { store, clock, identifiers, passwords, registration, throttle } = dependencies;
  if (registration === 'closed') {
    throw new DomainError(
      'registration_closed',
      'This server does not take new registrations. Ask its operator for an account.',
    );
  }
  const identifier = oneIdentifier(input);
  const problems = [identifierProblem(identifier), passwordFieldProblem('password', input.password)];
  const errors = problems.filter((problem) => problem !== undefined);
  if (errors.length > 0) throw invalidRequest(...errors);

  const account: Account = {
    id: identifiers.account(),
    email: 'email' in identifier ? identifier.email : null,
    phone: 'phone' in identifier ? identifier.phone : null,
    plan: 'free',
    limits: noCustomLimits,
    createdAt: clock.now(),
  };
  await throttle.register(input.address, async () => {
    if ((await store.createAccount(account, await passwords.hash(input.password))) === 'created') return;
    const field = 'email' in identifier ? 'email' : 'phone';
    throw new DomainError(
      'conflict',
      `An account with this ${field} exists already. Log in, or register with another.`,
    );
  });
  return account;
}

/** The credentials of the first account. They can be shown only once, because the store keeps hashes. */
export interface FirstAccount {
  email: string;
  password: string;
  key: string;
}

export interface BootstrapAccountInput {
  email: string;
  /** @default a random password */
  password?: string | undefined;
}

/** Creates the first account of an empty store, without limits, and a key. Resolves to null when an account exists. */
export async function bootstrapAccount(
  { store, clock, identifiers, passwords }: AccountDependencies,
  { email, password = makePassword(identifiers) }: BootstrapAccountInput,
): Promise<FirstAccount | null> {
  if ((await store.findAccounts()).length > 0) return null;
  const now = clock.now();
  const account: Account = {
    id: identifiers.account(),
    email,
    phone: null,
    plan: 'enterprise',
    limits: noCustomLimits,
    createdAt: now,
  };
  const { key, secret } = newApiKey(identifiers, now, { accountId: account.id, label: 'first key' });
  const passwordHash = await passwords.hash(password);
  const outcome = await store.createAccount(account, passwordHash, { key, hash: hashSecret(secret) });
  return outcome === 'created' ? { email, password, key: secret } : null;
}
