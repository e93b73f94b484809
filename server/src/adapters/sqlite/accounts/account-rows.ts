import type { Account, ApiKey, Plan, Scope } from '../../../ports/account-store.ts';

export const accountColumns = `account.id, account.email, account.phone, account.plan, account.created_at,
  account.limit_memory_writes, account.limit_memory_searches, account.limit_end_users`;

export interface AccountRow {
  id: string;
  email: string | null;
  phone: string | null;
  plan: Plan;
  created_at: number;
  limit_memory_writes: number | null;
  limit_memory_searches: number | null;
  limit_end_users: number | null;
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    plan: row.plan,
    limits: {
      memoryWrites: row.limit_memory_writes,
      memorySearches: row.limit_memory_searches,
      endUsers: row.limit_end_users,
    },
    createdAt: row.created_at,
  };
}

/** The aliases allow for reading a key together with its account. */
export const keyColumns = `api_key.id AS key_id, account.id AS key_account_id, label, key_prefix, scopes,
  api_key.created_at AS key_created_at, expires_at, revoked_at, last_used_at`;

export interface KeyRow {
  key_id: string;
  key_account_id: string;
  label: string;
  key_prefix: string;
  scopes: string;
  key_created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

export function toKey(row: KeyRow): ApiKey {
  return {
    id: row.key_id,
    accountId: row.key_account_id,
    label: row.label,
    keyPrefix: row.key_prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdAt: row.key_created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
