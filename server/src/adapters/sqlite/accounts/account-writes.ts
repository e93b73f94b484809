import type { DatabaseSync } from 'node:sqlite';
import type { AccessToken, Account, ApiKey, CustomLimits, Plan } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { prepare } from '../connection/prepare.ts';

/** Hashes arrive as plain bytes: a Buffer does not survive the way to the writer thread. */
type Bytes = Uint8Array;

export type NewAccount = { account: Account; passwordHash: string };
export type NewKey = { key: ApiKey; hash: Bytes };
export type NewToken = Omit<AccessToken, 'hash'> & { hash: Bytes };
export type PasswordChange = {
  accountId: string;
  passwordHash: string;
  replaces: string | null;
  keepTokenHash: Bytes | null;
};
export type PlanChange = { accountId: string; plan: Plan };
export type LimitsChange = { accountId: string; limits: Partial<CustomLimits> };
export type KeyRevocation = { accountId: string; keyId: string; at: number };
export type KeyUse = { keyId: string; at: number };

const limitColumns: Record<keyof CustomLimits, string> = {
  memoryWrites: 'limit_memory_writes',
  memorySearches: 'limit_memory_searches',
  endUsers: 'limit_end_users',
};

/** What the writer thread does for accounts. Each runs inside a transaction that it neither begins nor ends. */
export const accountWrites = {
  createAccount(db: DatabaseSync, { account, passwordHash }: NewAccount): 'created' | 'taken' {
    const { changes } = prepare(
      db,
      `INSERT INTO account (id, email, email_folded, phone, password_hash, plan, created_at, limit_memory_writes,
         limit_memory_searches, limit_end_users)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (email_folded) DO NOTHING ON CONFLICT (phone) DO NOTHING`,
    ).run(
      account.id,
      account.email,
      account.email === null ? null : foldEmail(account.email),
      account.phone,
      passwordHash,
      account.plan,
      account.createdAt,
      account.limits.memoryWrites,
      account.limits.memorySearches,
      account.limits.endUsers,
    );
    return changes === 1 ? 'created' : 'taken';
  },

  createFirstAccount(db: DatabaseSync, { key, hash, ...first }: NewAccount & NewKey): 'created' | 'not_empty' {
    if (prepare(db, 'SELECT 1 FROM account LIMIT 1').get()) return 'not_empty';
    accountWrites.createAccount(db, first);
    accountWrites.createKey(db, { key, hash });
    return 'created';
  },

  setPlan(db: DatabaseSync, { accountId, plan }: PlanChange): void {
    prepare(db, 'UPDATE account SET plan = ? WHERE number = ?').run(plan, accountNumber(db, accountId));
  },

  setLimits(db: DatabaseSync, { accountId, limits }: LimitsChange): void {
    const account = accountNumber(db, accountId);
    for (const [limit, column] of Object.entries(limitColumns)) {
      const value = limits[limit as keyof CustomLimits];
      if (value !== undefined) prepare(db, `UPDATE account SET ${column} = ? WHERE number = ?`).run(value, account);
    }
  },

  changePassword(
    db: DatabaseSync,
    { accountId, passwordHash, replaces, keepTokenHash }: PasswordChange,
  ): 'changed' | 'stale' {
    const account = accountNumber(db, accountId);
    const { changes } = prepare(
      db,
      'UPDATE account SET password_hash = ?1 WHERE number = ?2 AND password_hash = coalesce(?3, password_hash)',
    ).run(passwordHash, account, replaces);
    if (changes === 0) return 'stale';
    prepare(db, 'DELETE FROM access_token WHERE account = ? AND hash IS NOT ?').run(account, keepTokenHash);
    return 'changed';
  },

  createToken(db: DatabaseSync, { hash, accountId, createdAt, expiresAt }: NewToken): void {
    prepare(db, 'INSERT INTO access_token (hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)').run(
      hash,
      accountNumber(db, accountId),
      createdAt,
      expiresAt,
    );
  },

  deleteToken(db: DatabaseSync, hash: Bytes): void {
    prepare(db, 'DELETE FROM access_token WHERE hash = ?').run(hash);
  },

  purgeTokens(db: DatabaseSync, now: number): number {
    return Number(prepare(db, 'DELETE FROM access_token WHERE expires_at <= ?').run(now).changes);
  },

  createKey(db: DatabaseSync, { key, hash }: NewKey): void {
    prepare(
      db,
      `INSERT INTO api_key (id, hash, account, label, key_prefix, scopes, created_at, expires_at, revoked_at, last_used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      key.id,
      hash,
      accountNumber(db, key.accountId),
      key.label,
      key.keyPrefix,
      JSON.stringify(key.scopes),
      key.createdAt,
      key.expiresAt,
      key.revokedAt,
      key.lastUsedAt,
    );
  },

  revokeKey(db: DatabaseSync, { accountId, keyId, at }: KeyRevocation): number | undefined {
    const row = prepare(
      db,
      `UPDATE api_key SET revoked_at = coalesce(revoked_at, ?)
       WHERE id = ? AND account = (SELECT number FROM account WHERE id = ?) RETURNING revoked_at`,
    ).get(at, keyId, accountId) as { revoked_at: number } | undefined;
    return row?.revoked_at;
  },

  touchKeys(db: DatabaseSync, uses: readonly KeyUse[]): void {
    const touch = prepare(
      db,
      'UPDATE api_key SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)',
    );
    for (const { keyId, at } of uses) touch.run(at, keyId);
  },
};

function accountNumber(db: DatabaseSync, id: string): number {
  const row = prepare(db, 'SELECT number FROM account WHERE id = ?').get(id) as { number: number } | undefined;
  if (!row) throw new Error(`there is no account ${id}`);
  return row.number;
}
