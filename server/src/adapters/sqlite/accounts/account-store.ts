import type { Account, AccountStore, ApiKey } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { prepare } from '../connection/prepare.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Writer } from '../threads/writer.ts';
import { type AccountRow, accountColumns, type KeyRow, keyColumns, toAccount, toKey } from './account-rows.ts';
import type {
  KeyRevocation,
  KeyUse,
  LimitsChange,
  NewAccount,
  NewKey,
  NewToken,
  PasswordChange,
  PlanChange,
} from './account-writes.ts';

interface FoundKey {
  key: ApiKey;
  account: Account;
}

const keysRemembered = 10_000;

/**
 * Accounts, access tokens and API keys in SQLite. Reads are point reads on the caller's thread. Keys found are
 * remembered only while nothing at all has been committed to the file, by this process or another: a revoked key is
 * rejected at once.
 */
export function createSqliteAccountStore({ writer, snapshot }: { writer: Writer; snapshot: Snapshot }): AccountStore {
  type Value = string | number | Uint8Array;
  const one = <Row>(sql: string, ...values: Value[]) =>
    snapshot.read((db) => prepare(db, sql).get(...values) as Row | undefined);
  const all = <Row>(sql: string, ...values: Value[]) => snapshot.read((db) => prepare(db, sql).all(...values) as Row[]);

  const keys = new Map<string, FoundKey>();
  let version: number | undefined;

  /** The keys remembered, emptied when the file has changed. */
  function currentKeys(): Map<string, FoundKey> {
    const now = snapshot.version();
    if (now !== version || keys.size >= keysRemembered) keys.clear();
    version = now;
    return keys;
  }

  return {
    createAccount: (account, passwordHash) =>
      writer.run('createAccount', { account, passwordHash } satisfies NewAccount),
    createFirstAccount: (account, passwordHash, key, hash) =>
      writer.run('createFirstAccount', { account, passwordHash, key, hash } satisfies NewAccount & NewKey),

    async findAccount(id) {
      const row = one<AccountRow>(`SELECT ${accountColumns} FROM account WHERE id = ?`, id);
      return row && toAccount(row);
    },

    async findCredentials(identifier) {
      const [column, value] =
        'email' in identifier ? ['email_folded', foldEmail(identifier.email)] : ['phone', identifier.phone];
      const row = one<AccountRow & { password_hash: string }>(
        `SELECT ${accountColumns}, password_hash FROM account WHERE ${column} = ?`,
        value,
      );
      return row && { account: toAccount(row), passwordHash: row.password_hash };
    },

    async listAccounts() {
      return all<AccountRow>(`SELECT ${accountColumns} FROM account ORDER BY created_at, number`).map(toAccount);
    },

    setPlan: (accountId, plan) => writer.run('setPlan', { accountId, plan } satisfies PlanChange),
    setLimits: (accountId, limits) => writer.run('setLimits', { accountId, limits } satisfies LimitsChange),

    changePassword: (accountId, passwordHash, options) =>
      writer.run('changePassword', {
        accountId,
        passwordHash,
        replaces: options?.replaces ?? null,
        keepTokenHash: options?.keepTokenHash ?? null,
      } satisfies PasswordChange),

    createToken: (token) => writer.run('createToken', token satisfies NewToken),

    async findToken(hash) {
      const row = one<AccountRow & { token_created_at: number; token_expires_at: number }>(
        `SELECT ${accountColumns}, token.created_at AS token_created_at, token.expires_at AS token_expires_at
         FROM access_token AS token JOIN account ON account.number = token.account WHERE token.hash = ?`,
        hash,
      );
      if (!row) return undefined;
      const account = toAccount(row);
      const token = { hash, accountId: account.id, createdAt: row.token_created_at, expiresAt: row.token_expires_at };
      return { token, account };
    },

    deleteToken: (hash) => writer.run('deleteToken', hash),
    purgeTokens: (now) => writer.run('purgeTokens', now),
    createKey: (key, hash) => writer.run('createKey', { key, hash } satisfies NewKey),

    async findKey(hash) {
      const remembered = currentKeys();
      const name = hash.toString('latin1');
      const known = remembered.get(name);
      if (known) return known;
      const row = one<AccountRow & KeyRow>(
        `SELECT ${accountColumns}, ${keyColumns}
         FROM api_key JOIN account ON account.number = api_key.account WHERE hash = ?`,
        hash,
      );
      if (!row) return undefined;
      const found = { key: toKey(row), account: toAccount(row) };
      remembered.set(name, found);
      return found;
    },

    async listKeys(accountId) {
      return all<KeyRow>(
        `SELECT ${keyColumns} FROM api_key JOIN account ON account.number = api_key.account
         WHERE account.id = ? ORDER BY api_key.created_at DESC, api_key.number DESC`,
        accountId,
      ).map(toKey);
    },

    revokeKey: (accountId, keyId, at) => writer.run('revokeKey', { accountId, keyId, at } satisfies KeyRevocation),
    touchKeys: (uses) => writer.run('touchKeys', [...uses] satisfies KeyUse[]),
  };
}
