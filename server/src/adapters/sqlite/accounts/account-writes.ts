import type { DatabaseSync } from 'node:sqlite';
import type { AccessToken, Account, AccountStore, ApiKey } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { requireAccountNumber } from './account-numbers.ts';

/** The bytes of a hash. They are no Buffer, because a Buffer does not survive the way to the writer thread. */
type Bytes = Uint8Array;

type NewAccount = { account: Account; passwordHash: string };
type NewKey = { key: ApiKey; hash: Bytes };

/** The operations that the writer thread runs. Each runs inside a transaction that it neither begins nor ends. */
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

  updateAccount(
    db: DatabaseSync,
    { accountId, changes }: { accountId: string; changes: Parameters<AccountStore['updateAccount']>[1] },
  ): void {
    const number = requireAccountNumber(db, accountId);
    const { plan, limits = {} } = changes;
    const columns = {
      plan,
      limit_memory_writes: limits.memoryWrites,
      limit_memory_searches: limits.memorySearches,
      limit_end_users: limits.endUsers,
    };
    for (const [column, value] of Object.entries(columns)) {
      if (value !== undefined) prepare(db, `UPDATE account SET ${column} = ? WHERE number = ?`).run(value, number);
    }
  },

  changePassword(
    db: DatabaseSync,
    change: { accountId: string; passwordHash: string; replaces: string | null; keepTokenHash: Bytes | null },
  ): 'changed' | 'stale' {
    const account = requireAccountNumber(db, change.accountId);
    const { changes } = prepare(
      db,
      'UPDATE account SET password_hash = ?1 WHERE number = ?2 AND password_hash = coalesce(?3, password_hash)',
    ).run(change.passwordHash, account, change.replaces);
    if (changes === 0) return 'stale';
    prepare(db, 'DELETE FROM access_token WHERE account = ? AND hash IS NOT ?').run(account, change.keepTokenHash);
    return 'changed';
  },

  createToken(
    db: DatabaseSync,
    { hash, accountId, createdAt, expiresAt }: Omit<AccessToken, 'hash'> & { hash: Bytes },
  ): void {
    prepare(db, 'INSERT INTO access_token (hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)').run(
      hash,
      requireAccountNumber(db, accountId),
      createdAt,
      expiresAt,
    );
  },

  deleteTokens(db: DatabaseSync, which: { hash: Bytes } | { expiredAt: number }): number {
    const { changes } =
      'hash' in which
        ? prepare(db, 'DELETE FROM access_token WHERE hash = ?').run(which.hash)
        : prepare(db, 'DELETE FROM access_token WHERE expires_at <= ?').run(which.expiredAt);
    return Number(changes);
  },

  createKey(db: DatabaseSync, { key, hash }: NewKey): void {
    prepare(
      db,
      `INSERT INTO api_key (id, hash, account, label, key_prefix, scopes, created_at, expires_at, revoked_at, last_used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      key.id,
      hash,
      requireAccountNumber(db, key.accountId),
      key.label,
      key.keyPrefix,
      JSON.stringify(key.scopes),
      key.createdAt,
      key.expiresAt,
      key.revokedAt,
      key.lastUsedAt,
    );
  },

  revokeKey(
    db: DatabaseSync,
    { accountId, keyId, at }: { accountId: string; keyId: string; at: number },
  ): number | undefined {
    const sql = `UPDATE api_key SET revoked_at = coalesce(revoked_at, ?)
      WHERE id = ? AND account = (SELECT number FROM account WHERE id = ?) RETURNING revoked_at`;
    return readValue<number>(db, sql, at, keyId, accountId);
  },

  touchKeys(db: DatabaseSync, uses: readonly { keyId: string; at: number }[]): void {
    const touch = prepare(
      db,
      'UPDATE api_key SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)',
    );
    for (const { keyId, at } of uses) touch.run(at, keyId);
  },
};
