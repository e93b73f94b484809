import type { Account } from '../src/domain/accounts/kinds.ts';
import { noCustomLimits } from '../src/domain/usage/quota.ts';

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
