import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type AccessToken,
  type Account,
  type AccountStore,
  type ApiKey,
  type KeyCreation,
  type KeyReplacement,
  keptEndedKeys,
  maxRemovedKeys,
} from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import type { IdempotencyRecord, StoredResponse } from '../../../ports/memory-store.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { findResponse, keepResponse } from '../memories/stored-responses.ts';
import { findAccountNumber, requireAccountNumber } from './account-numbers.ts';

/** The bytes of a hash. They are not a Buffer, because a Buffer cannot be sent to the writer thread. */
type Bytes = Uint8Array;

type NewAccount = { account: Account; passwordHash: string };
type NewKey = { key: ApiKey; hash: Bytes };

/** The operations of the writer thread. Each runs inside a transaction that it neither begins nor ends. */
export const accountWrites = {
  createAccount(db: DatabaseSync, { account, passwordHash }: NewAccount): 'created' | 'taken' {
    const { changes } = prepare(
      db,
      `INSERT INTO account (id, email, email_folded, phone, password_hash, plan, created_at, limit_memory_writes,
         limit_memory_searches, limit_end_users, suspended_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
      account.suspendedAt,
    );
    return changes === 1 ? 'created' : 'taken';
  },

  createFirstAccount(db: DatabaseSync, { key, hash, ...first }: NewAccount & NewKey): 'created' | 'not_empty' {
    if (prepare(db, 'SELECT 1 FROM account LIMIT 1').get()) return 'not_empty';
    accountWrites.createAccount(db, first);
    insertKey(db, { key, hash });
    return 'created';
  },

  updateAccount(
    db: DatabaseSync,
    { accountId, changes }: { accountId: string; changes: Parameters<AccountStore['updateAccount']>[1] },
  ): void {
    const number = requireAccountNumber(db, accountId);
    const { plan, limits = {}, suspendedAt } = changes;
    const columns = {
      plan,
      limit_memory_writes: limits.memoryWrites,
      limit_memory_searches: limits.memorySearches,
      limit_end_users: limits.endUsers,
      suspended_at: suspendedAt,
    };
    for (const [column, value] of Object.entries(columns)) {
      if (value !== undefined) prepare(db, `UPDATE account SET ${column} = ? WHERE number = ?`).run(value, number);
    }
  },

  changePassword(
    db: DatabaseSync,
    change: {
      accountId: string;
      passwordHash: string;
      replaces: string | null;
      keepTokenHash: Bytes | null;
      revokeKeysAt: number | null;
    },
  ): 'changed' | 'stale' {
    const account = requireAccountNumber(db, change.accountId);
    const { changes } = prepare(
      db,
      'UPDATE account SET password_hash = ?1 WHERE number = ?2 AND password_hash = coalesce(?3, password_hash)',
    ).run(change.passwordHash, account, change.replaces);
    if (changes === 0) return 'stale';
    prepare(db, 'DELETE FROM access_token WHERE account = ? AND hash IS NOT ?').run(account, change.keepTokenHash);
    if (change.revokeKeysAt !== null) {
      const sql = 'UPDATE api_key SET revoked_at = ? WHERE account = ? AND revoked_at IS NULL';
      prepare(db, sql).run(change.revokeKeysAt, account);
      removeEndedKeys(db, account, change.revokeKeysAt);
    }
    return 'changed';
  },

  createToken(
    db: DatabaseSync,
    {
      token: { hash, accountId, createdAt, expiresAt, lastUsedAt, userAgent, address },
      maxLive,
    }: { token: Omit<AccessToken, 'hash'> & { hash: Bytes }; maxLive: number },
  ): void {
    const account = requireAccountNumber(db, accountId);
    prepare(
      db,
      `DELETE FROM access_token WHERE account = ?1 AND hash NOT IN
         (SELECT hash FROM access_token WHERE account = ?1 AND expires_at > ?2 ORDER BY created_at DESC, hash LIMIT ?3)`,
    ).run(account, createdAt, maxLive - 1);
    const sql = `INSERT INTO access_token (hash, account, created_at, expires_at, last_used_at, user_agent, address)
      VALUES (?, ?, ?, ?, ?, ?, ?)`;
    prepare(db, sql).run(hash, account, createdAt, expiresAt, lastUsedAt, userAgent, address);
  },

  deleteTokens(db: DatabaseSync, which: { hash: Bytes } | { accountId: string } | { expiredAt: number }): number {
    if ('hash' in which) return removeTokens(db, 'hash = ?', which.hash);
    if ('expiredAt' in which) return removeTokens(db, 'expires_at <= ?', which.expiredAt);
    return removeTokens(db, 'account = (SELECT number FROM account WHERE id = ?)', which.accountId);
  },

  endTokens(
    db: DatabaseSync,
    {
      accountId,
      which,
      record,
    }: {
      accountId: string;
      which: { hash: Bytes | null } | { keepHash: Bytes };
      record: IdempotencyRecord | undefined;
    },
  ): number | { replayed: StoredResponse } {
    const account = requireAccountNumber(db, accountId);
    const replayed = record && findResponse(db, account, record);
    if (replayed) return { replayed };
    const ended =
      'hash' in which
        ? removeTokens(db, 'account = ? AND hash = ?', account, which.hash)
        : removeTokens(db, 'account = ? AND hash <> ?', account, which.keepHash);
    if (record && ('keepHash' in which || ended > 0)) keepResponse(db, account, record);
    return ended;
  },

  touchTokens(db: DatabaseSync, uses: readonly { hash: Bytes; at: number }[]): void {
    const touch = prepare(
      db,
      'UPDATE access_token SET last_used_at = ?1 WHERE hash = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)',
    );
    for (const { hash, at } of uses) touch.run(at, hash);
  },

  createKey(
    db: DatabaseSync,
    {
      key,
      hash,
      maxLive,
      tokenHash,
      replaces,
      idempotencyRecord,
    }: NewKey & {
      maxLive: number;
      tokenHash: Bytes | null;
      replaces: KeyReplacement | null;
      idempotencyRecord: IdempotencyRecord | null;
    },
  ): KeyCreation {
    const account = requireAccountNumber(db, key.accountId);
    if (tokenHash && !prepare(db, 'SELECT 1 FROM access_token WHERE hash = ?').get(tokenHash)) return 'signed_out';
    const replayed = idempotencyRecord && findResponse(db, account, idempotencyRecord);
    if (replayed) return { replayed };
    const { createdAt } = key;
    if (replaces && !isReplaceable(db, account, replaces, createdAt)) return 'ended';
    const isOver = replaces !== null && replaces.endsAt <= createdAt;
    if (countLive(db, account, createdAt) - Number(isOver) >= maxLive) return 'full';
    if (replaces) replaceKey(db, replaces, key);
    insertKey(db, { key, hash });
    removeEndedKeys(db, account, createdAt);
    if (idempotencyRecord) keepResponse(db, account, idempotencyRecord);
    return 'created';
  },

  revokeKey(
    db: DatabaseSync,
    {
      accountId,
      keyId,
      at,
      record,
    }: { accountId: string; keyId: string; at: number; record: IdempotencyRecord | undefined },
  ): number | undefined | { replayed: StoredResponse } {
    const account = findAccountNumber(db, accountId);
    if (account === undefined) return undefined;
    const replayed = record && findResponse(db, account, record);
    if (replayed) return { replayed };
    const sql = `UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? AND account = ?
      RETURNING revoked_at AS revokedAt`;
    const revoked = prepare<{ revokedAt: number }>(db, sql).get(at, keyId, account);
    if (!revoked) return undefined;
    removeEndedKeys(db, account, at);
    if (record) keepResponse(db, account, record);
    return revoked.revokedAt;
  },

  touchKeys(db: DatabaseSync, uses: readonly { keyId: string; at: number }[]): void {
    const touch = prepare(
      db,
      'UPDATE api_key SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)',
    );
    for (const { keyId, at } of uses) touch.run(at, keyId);
  },
};

function removeTokens(db: DatabaseSync, condition: string, ...values: SQLInputValue[]): number {
  return Number(prepare(db, `DELETE FROM access_token WHERE ${condition}`).run(...values).changes);
}

function isReplaceable(db: DatabaseSync, account: number, { keyId }: KeyReplacement, now: number): boolean {
  const sql = `SELECT 1 FROM api_key WHERE id = ? AND account = ? AND revoked_at IS NULL AND replaced_by IS NULL
    AND (expires_at IS NULL OR expires_at > ?)`;
  return prepare(db, sql).get(keyId, account, now) !== undefined;
}

/** Counts the keys that are neither revoked nor expired. Each count reads a range of the index of unrevoked keys. */
function countLive(db: DatabaseSync, account: number, now: number): number {
  return readValue<number>(
    db,
    `SELECT (SELECT count(*) FROM api_key WHERE account = ?1 AND revoked_at IS NULL AND expires_at IS NULL)
          + (SELECT count(*) FROM api_key WHERE account = ?1 AND revoked_at IS NULL AND expires_at > ?2)`,
    account,
    now,
  ) as number;
}

function replaceKey(db: DatabaseSync, { keyId, endsAt }: KeyReplacement, { id, createdAt }: ApiKey): void {
  const end = endsAt <= createdAt ? 'revoked_at = ?2' : 'expires_at = min(coalesce(expires_at, ?2), ?2)';
  prepare(db, `UPDATE api_key SET replaced_by = ?1, ${end} WHERE id = ?3`).run(id, endsAt, keyId);
}

/** Removes the keys that had ended by this time, except the most recent ones. */
function removeEndedKeys(db: DatabaseSync, account: number, at: number): void {
  prepare(
    db,
    `DELETE FROM api_key WHERE number IN (SELECT number FROM api_key
       WHERE account = ? AND (revoked_at IS NOT NULL OR expires_at <= ?)
       ORDER BY coalesce(revoked_at, expires_at) DESC, number DESC LIMIT ? OFFSET ?)`,
  ).run(account, at, maxRemovedKeys, keptEndedKeys);
}

/** Writes a key, regardless of the number of keys of the account. */
export function insertKey(db: DatabaseSync, { key, hash }: NewKey): void {
  prepare(
    db,
    `INSERT INTO api_key (id, hash, account, label, key_prefix, scopes, created_at, expires_at, revoked_at, last_used_at,
       replaced_by, restriction)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    key.replacedBy,
    key.restriction && JSON.stringify(key.restriction),
  );
}
