import type { Account } from '../../ports/account-store.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import { noCustomLimits } from '../usage/plans.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { type IdentifierInput, identifierProblem, oneIdentifier } from './account-identifier.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { passwordFieldProblem } from './password-rules.ts';

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
