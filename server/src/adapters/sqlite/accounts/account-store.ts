import type { Account, AccountStore, ApiKey } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { prepare } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';
import type { Writer } from '../threads/writer.ts';
import {
  type AccountRow,
  accountColumns,
  type KeyRow,
  keyColumns,
  type TokenRow,
  toAccount,
  toKey,
  tokenColumns,
  toToken,
} from './stored-account.ts';

const maxRememberedKeys = 10_000;

/** Stores accounts, access tokens and API keys in SQLite. Reads are point reads on the caller's thread. */
export function createSqliteAccountStore({ writer, snapshot }: Pick<Connections, 'writer' | 'snapshot'>): AccountStore {
  const read: Read = <Row>(sql: string, ...values: ReadValue[]) =>
    snapshot.read((db) => prepare(db, sql).all(...values) as Row[]);
  return {
    ...accountMethods(writer, read),
    ...tokenMethods(writer, read),
    ...keyMethods(writer, read, () => snapshot.version()),
  };
}

type ReadValue = string | number | Uint8Array;
type Read = <Row>(sql: string, ...values: ReadValue[]) => Row[];

function accountMethods(writer: Writer, read: Read) {
  return {
    createAccount: (account, passwordHash, first) =>
      first
        ? writer.run('createFirstAccount', { account, passwordHash, ...first })
        : writer.run('createAccount', { account, passwordHash }),

    async findAccounts(by) {
      const [column, value] = by ? conditionOf(by) : [];
      const rows = read<AccountRow & { passwordHash: string }>(
        `SELECT ${accountColumns}, password_hash AS passwordHash FROM account
         WHERE ${column ? `${column} = ?` : 'true'} AND number NOT IN (SELECT account FROM account_deletion)
         ORDER BY created_at, number`,
        ...(value === undefined ? [] : [value]),
      );
      return rows.map((row) => ({ account: toAccount(row), passwordHash: row.passwordHash }));
    },

    updateAccount: (accountId, changes) => writer.run('updateAccount', { accountId, changes }),

    changePassword: (accountId, passwordHash, options) =>
      writer.run('changePassword', {
        ...{ accountId, passwordHash },
        replaces: options?.replaces ?? null,
        keepTokenHash: options?.keepTokenHash ?? null,
        revokeKeysAt: options?.revokeKeysAt ?? null,
      }),
  } satisfies Partial<AccountStore>;
}

type By = NonNullable<Parameters<AccountStore['findAccounts']>[0]>;

/** Returns the column that identifies an account, and its value there. */
function conditionOf(by: By): [column: string, value: string] {
  if ('id' in by) return ['id', by.id];
  return 'email' in by ? ['email_folded', foldEmail(by.email)] : ['phone', by.phone];
}

function tokenMethods(writer: Writer, read: Read) {
  return {
    createToken: (token, { maxLive }) => writer.run('createToken', { token, maxLive }),

    async findToken(hash) {
      const [row] = read<AccountRow & TokenRow>(
        `SELECT ${accountColumns}, ${tokenColumns}
         FROM access_token AS token JOIN account ON account.number = token.account WHERE token.hash = ?`,
        hash,
      );
      return row && { token: toToken(row), account: toAccount(row) };
    },

    async listTokens(accountId) {
      const rows = read<TokenRow>(
        `SELECT ${tokenColumns} FROM access_token AS token JOIN account ON account.number = token.account
         WHERE account.id = ? ORDER BY token.created_at DESC, token.hash`,
        accountId,
      );
      return rows.map(toToken);
    },

    touchTokens: (uses) => writer.run('touchTokens', [...uses]),
    deleteTokens: (which) => writer.run('deleteTokens', which),
    endTokens: (accountId, which, { idempotencyRecord: record } = {}) =>
      writer.run('endTokens', { accountId, which, record }),
  } satisfies Partial<AccountStore>;
}

/** Caches found keys only until any process commits to the file, so that a revoked key is rejected immediately. */
function keyMethods(writer: Writer, read: Read, currentVersion: () => number) {
  const remembered = new Map<string, { key: ApiKey; account: Account }>();
  let version: number | undefined;

  return {
    createKey: (key, hash, { tokenHash = null, replaces = null, idempotencyRecord = null, ...limit }) =>
      writer.run('createKey', { key, hash, tokenHash, replaces, idempotencyRecord, ...limit }),

    async findKeyById(accountId, keyId) {
      const [row] = read<KeyRow>(
        `SELECT ${keyColumns} FROM api_key JOIN account ON account.number = api_key.account
         WHERE api_key.id = ? AND account.id = ?`,
        ...[keyId, accountId],
      );
      return row && toKey(row);
    },

    async findKey(hash) {
      const current = currentVersion();
      if (current !== version || remembered.size >= maxRememberedKeys) remembered.clear();
      version = current;
      const name = hash.toString('latin1');
      const known = remembered.get(name);
      if (known) return known;
      const [row] = read<AccountRow & KeyRow>(
        `SELECT ${accountColumns}, ${keyColumns}
         FROM api_key JOIN account ON account.number = api_key.account WHERE hash = ?`,
        hash,
      );
      if (!row) return undefined;
      const found = { key: toKey(row), account: toAccount(row) };
      remembered.set(name, found);
      return found;
    },

    async listKeys(accountId, { limit, after }) {
      const rows = read<KeyRow>(
        `SELECT ${keyColumns} FROM api_key JOIN account ON account.number = api_key.account
         WHERE account.id = ? ${after ? 'AND (api_key.created_at, api_key.id) < (?, ?)' : ''}
         ORDER BY api_key.created_at DESC, api_key.id DESC LIMIT ?`,
        ...[accountId, ...(after ? [after.createdAt, after.id] : []), limit],
      );
      return rows.map(toKey);
    },

    revokeKey: (accountId, keyId, at, { idempotencyRecord: record } = {}) =>
      writer.run('revokeKey', { accountId, keyId, at, record }),
    touchKeys: (uses) => writer.run('touchKeys', [...uses]),
  } satisfies Partial<AccountStore>;
}
