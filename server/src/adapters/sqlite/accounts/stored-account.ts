import type { Account, ApiKey, CustomLimits } from '../../../ports/account-store.ts';

export const accountColumns = `account.id, account.email, account.phone, account.plan,
  account.created_at AS createdAt, account.limit_memory_writes AS memoryWrites,
  account.limit_memory_searches AS memorySearches, account.limit_end_users AS endUsers,
  account.suspended_at AS suspendedAt`;

export type AccountRow = Omit<Account, 'limits'> & CustomLimits;

export function toAccount(row: AccountRow): Account {
  const { id, email, phone, plan, createdAt, suspendedAt, memoryWrites, memorySearches, endUsers } = row;
  return { id, email, phone, plan, limits: { memoryWrites, memorySearches, endUsers }, createdAt, suspendedAt };
}

/** The columns of a key. They have aliases, so that a key can be read together with its account. */
export const keyColumns = `api_key.id AS keyId, account.id AS accountId, label, key_prefix AS keyPrefix, scopes,
  api_key.created_at AS keyCreatedAt, expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt`;

export type KeyRow = Omit<ApiKey, 'id' | 'scopes' | 'createdAt'> & {
  keyId: string;
  /** JSON text. */
  scopes: string;
  keyCreatedAt: number;
};

export function toKey({ keyId, keyCreatedAt, ...row }: KeyRow): ApiKey {
  const { accountId, label, keyPrefix, expiresAt, revokedAt, lastUsedAt } = row;
  const scopes: ApiKey['scopes'] = JSON.parse(row.scopes);
  return { id: keyId, accountId, label, keyPrefix, scopes, createdAt: keyCreatedAt, expiresAt, revokedAt, lastUsedAt };
}
