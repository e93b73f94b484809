import type { Account } from '../../ports/account-store.ts';
import { noCustomLimits } from '../usage/plans.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { hashSecret } from './api-key-format.ts';
import { newApiKey } from './create-api-key.ts';
import { makePassword } from './make-password.ts';

/** To be shown once: password and key are kept as hashes only. */
export interface FirstAccount {
  email: string;
  password: string;
  key: string;
}

export interface BootstrapAccountInput {
  email: string;
  /** Made up when left out. */
  password?: string | undefined;
}

/** Gives an empty store its first account, without limits, and a key. Null when there is an account already. */
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
