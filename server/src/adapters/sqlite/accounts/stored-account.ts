import type { AccessToken, Account, ApiKey, CustomLimits } from '../../../ports/account-store.ts';

export const accountColumns = `account.id, account.email, account.phone, account.plan,
  account.created_at AS createdAt, account.limit_memory_writes AS memoryWrites,
  account.limit_memory_searches AS memorySearches, account.limit_end_users AS endUsers,
  account.suspended_at AS suspendedAt`;

export type AccountRow = Omit<Account, 'limits'> & CustomLimits;

export function toAccount(row: AccountRow): Account {
  const { id, email, phone, plan, createdAt, suspendedAt, memoryWrites, memorySearches, endUsers } = row;
  return { id, email, phone, plan, limits: { memoryWrites, memorySearches, endUsers }, createdAt, suspendedAt };
}

/** The columns of a token. They have aliases, so that a token can be read together with its account. */
export const tokenColumns = `token.hash, account.id AS accountId, token.created_at AS tokenCreatedAt,
  token.expires_at AS tokenExpiresAt, token.last_used_at AS tokenLastUsedAt, user_agent AS userAgent, address`;

export interface TokenRow extends Pick<AccessToken, 'accountId' | 'userAgent' | 'address'> {
  hash: Uint8Array;
  tokenCreatedAt: number;
  tokenExpiresAt: number;
  tokenLastUsedAt: number | null;
}

export function toToken({ hash, accountId, userAgent, address, ...times }: TokenRow): AccessToken {
  const { tokenCreatedAt: createdAt, tokenExpiresAt: expiresAt, tokenLastUsedAt: lastUsedAt } = times;
  return { hash: Buffer.from(hash), accountId, createdAt, expiresAt, lastUsedAt, userAgent, address };
}

/** The columns of a key. They have aliases, so that a key can be read together with its account. */
export const keyColumns = `api_key.id AS keyId, account.id AS accountId, label, key_prefix AS keyPrefix, scopes,
  api_key.created_at AS keyCreatedAt, expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt,
  replaced_by AS replacedBy, restriction`;

export type KeyRow = Omit<ApiKey, 'id' | 'scopes' | 'restriction' | 'createdAt'> & {
  keyId: string;
  /** JSON text. */
  scopes: string;
  /** JSON text. */
  restriction: string | null;
  keyCreatedAt: number;
};

export function toKey({ keyId, keyCreatedAt, ...row }: KeyRow): ApiKey {
  const { accountId, label, keyPrefix, expiresAt, revokedAt, lastUsedAt, replacedBy } = row;
  const scopes: ApiKey['scopes'] = JSON.parse(row.scopes);
  const restriction: ApiKey['restriction'] = row.restriction === null ? null : JSON.parse(row.restriction);
  const times = { createdAt: keyCreatedAt, expiresAt, revokedAt, lastUsedAt };
  return { id: keyId, accountId, label, keyPrefix, scopes, restriction, ...times, replacedBy };
}
