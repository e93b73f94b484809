import type { components } from '../generated/contract.d.ts';
import type { Account, ApiKey } from '../ports/account-store.ts';
import { toDateTime } from './present-memory.ts';

export function presentAccount(account: Account): components['schemas']['Account'] {
  return {
    id: account.id,
    email: account.email,
    phone: account.phone,
    plan: account.plan,
    created_at: toDateTime(account.createdAt),
  };
}

export function presentKey(key: ApiKey): components['schemas']['ApiKey'] {
  return {
    id: key.id,
    user_id: key.accountId,
    label: key.label,
    key_prefix: key.keyPrefix,
    scopes: key.scopes,
    created_at: toDateTime(key.createdAt),
    expires_at: optional(key.expiresAt),
    last_used_at: optional(key.lastUsedAt),
    revoked_at: optional(key.revokedAt),
  };
}

function optional(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toDateTime(milliseconds);
}
