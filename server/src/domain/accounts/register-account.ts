import { conflict, DomainError, invalidRequest } from '../../ports/errors.ts';
import { Taken } from '../../ports/record-store.ts';
import { noCustomLimits } from '../usage/quota.ts';
import {
  type AccountDependencies,
  type AccountRecords,
  type AccountServices,
  type IdentifierInput,
  identifierProblem,
  listAccounts,
  oneIdentifier,
} from './account-records.ts';
import { newApiKey } from './api-keys.ts';
import type { accountCommands } from './commands.ts';
import type { Account, Identifier, Plan } from './kinds.ts';
import { makePassword, passwordFieldProblem } from './passwords.ts';
import { createSignInCode } from './sessions.ts';

export interface RegisterAccountInput extends IdentifierInput {
  password: string;
  /** The client's address. Registrations count for it. */
  address: string;
}

/** Opens an account. @throws {DomainError} `registration_closed`, `invalid_request`, `rate_limited`, `conflict` */
export async function registerAccount(services: AccountServices, input: RegisterAccountInput): Promise<Account> {
  const { records, passwords, registration, defaultPlan = 'free', throttle } = services;
  if (registration === 'closed') {
    throw new DomainError(
      'registration_closed',
      'Registration is closed on this server. Ask its operator for an account.',
    );
  }
  const identifier = oneIdentifier(input);
  const problems = [identifierProblem(identifier), passwordFieldProblem('password', input.password)];
  const errors = problems.filter((problem) => problem !== undefined);
  if (errors.length > 0) throw invalidRequest(...errors);

  const account = newAccount(services, identifier, defaultPlan);
  await throttle.register({ identifier, address: input.address }, async () => {
    const passwordHash = await passwords.hash(input.password);
    if ((await createAccount(records, { account, passwordHash })) === 'created') return;
    const field = 'email' in identifier ? 'email' : 'phone';
    throw conflict(`An account with this ${field} already exists. Log in, or register with another ${field}.`);
  });
  return account;
}

/** The credentials of the first account. They are shown only once, because the store has only their hashes. */
export interface FirstAccount {
  email: string;
  password: string;
  key: string;
  /** A link that signs in once, within ten minutes. */
  code: string;
}

/** Creates the first account of an empty store, without limits, and a key. Resolves to null if an account exists. */
export async function bootstrapAccount(
  dependencies: AccountDependencies & Pick<AccountServices, 'passwords'>,
  { email, password = makePassword(dependencies.identifiers) }: { email: string; password?: string | undefined },
): Promise<FirstAccount | null> {
  const { records, identifiers, passwords } = dependencies;
  if ((await listAccounts(records)).length > 0) return null;
  const account = newAccount(dependencies, { email }, 'enterprise');
  const given = { accountId: account.id, label: 'first key' };
  const { key: first, secret } = newApiKey(identifiers, account.createdAt, given);
  const passwordHash = await passwords.hash(password);
  if ((await createAccount(records, { account, passwordHash, first })) !== 'created') return null;
  return { email, password, key: secret, code: await createSignInCode(dependencies, account.id) };
}

export async function createAccount(
  records: Pick<AccountRecords, 'run'>,
  input: Parameters<(typeof accountCommands)['createAccount']>[1],
): Promise<'created' | 'taken' | 'not_empty'> {
  try {
    return await records.run(input.account.id, 'createAccount', input);
  } catch (error) {
    // Another account has the email or phone, or another process has created the first one in the meantime.
    if (error instanceof Taken) return input.first ? 'not_empty' : 'taken';
    throw error;
  }
}

function newAccount({ identifiers, clock }: AccountDependencies, identifier: Identifier, plan: Plan): Account {
  const nobody = { email: null, phone: null };
  const createdAt = clock.now();
  const settings = { plan, limits: noCustomLimits, suspendedAt: null };
  return { id: identifiers.account(), ...nobody, ...identifier, ...settings, createdAt };
}
