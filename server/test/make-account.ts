import { noCustomLimits } from '../src/domain/usage/plans.ts';
import type { Account } from '../src/ports/account-store.ts';

/** An account as the store gives it. */
export function makeAccount(id: string, changes: Partial<Account> = {}): Account {
  return {
    id,
    email: `${id}@example.org`,
    phone: null,
    plan: 'free',
    limits: noCustomLimits,
    createdAt: 0,
    suspendedAt: null,
    ...changes,
  };
}
