import { untilNone } from '../../lib/until-none.ts';
import type { AccessToken, Account, AccountStore, ApiKey, Identifier } from '../../ports/account-store.ts';
import { foldEmail } from '../../ports/fold-email.ts';
import { type Reader, type RecordStore, Taken } from '../../ports/record-store.ts';
import type { accountCommands } from './commands.ts';
import type { keyCommands } from './key-commands.ts';
import {
  accessTokens,
  accounts,
  apiKeys,
  findPresentAccount,
  type StoredAccount,
  type StoredKey,
  type StoredToken,
} from './kinds.ts';
import { maxTokens, type tokenCommands } from './token-commands.ts';

type Records = Pick<
  RecordStore<typeof accountCommands & typeof tokenCommands & typeof keyCommands>,
  'run' | 'get' | 'scan'
>;

/** The number of accounts or uses that are read or written at once. */
const pageSize = 500;

/** Stores accounts, access tokens and API keys. */
export function createAccountStore(records: Records): AccountStore {
  return { ...accountMethods(records), ...tokenMethods(records), ...keyMethods(records) };
}

function accountMethods(records: Records) {
  return {
    async createAccount(account, passwordHash, first) {
      const key = first && { ...first, hash: toHex(first.hash) };
      try {
        return await records.run(account.id, 'createAccount', { account, passwordHash, first: key });
      } catch (error) {
        // Another process has created an account in the meantime.
        if (error instanceof Taken) return first ? 'not_empty' : 'taken';
        throw error;
      }
    },

    async findAccounts(by) {
      const found = await (by ? findAccount(records, by) : listAccounts(records));
      const present = found.filter(({ deletionId }) => deletionId === null);
      return present.map((account) => ({ account: toAccount(account), passwordHash: account.passwordHash }));
    },

    updateAccount: (accountId, changes) => records.run(accountId, 'updateAccount', { accountId, changes }),

    changePassword: (accountId, passwordHash, { keepTokenHash, ...options } = {}) =>
      records.run(accountId, 'changePassword', {
        ...{ accountId, passwordHash, ...options },
        keepTokenHash: keepTokenHash && toHex(keepTokenHash),
      }),
  } satisfies Partial<AccountStore>;
}

async function findAccount(reader: Pick<Reader, 'get' | 'scan'>, by: { id: string } | Identifier) {
  if ('id' in by) return [await reader.get(accounts, by)].filter((account) => account !== undefined);
  if ('phone' in by) return reader.scan(accounts, 'phone', { of: [by.phone], limit: 1 });
  return reader.scan(accounts, 'email', { of: [foldEmail(by.email)], limit: 1 });
}

async function listAccounts(reader: Pick<Reader, 'scan'>): Promise<StoredAccount[]> {
  const found: StoredAccount[] = [];
  let page: StoredAccount[];
  do {
    page = await reader.scan(accounts, 'created', { of: [], after: found.at(-1), limit: pageSize });
    found.push(...page);
  } while (page.length === pageSize);
  return found;
}

function tokenMethods(records: Records) {
  return {
    createToken: ({ hash, ...token }, { maxLive }) =>
      records.run(token.accountId, 'createToken', { token: { ...token, hash: toHex(hash) }, maxLive }),

    async findToken(hash) {
      const [token] = await records.scan(accessTokens, 'hash', { of: [toHex(hash)], limit: 1 });
      const account = token && (await findPresentAccount(records, token.accountId));
      return account && { token: toToken(token), account: toAccount(account) };
    },

    async listTokens(accountId) {
      const page = { of: [accountId], descending: true, limit: maxTokens } as const;
      return (await records.scan(accessTokens, 'created', page)).map(toToken);
    },

    touchTokens: (uses) =>
      inPages(
        uses.map(({ hash, at }) => ({ hash: toHex(hash), at })),
        (page) => records.run('', 'touchTokens', page),
      ),

    async deleteTokens(which) {
      if ('hash' in which) return records.run('', 'deleteTokens', { hash: toHex(which.hash) });
      return untilNone(() => records.run('accountId' in which ? which.accountId : '', 'deleteTokens', which));
    },

    endTokens(accountId, which, options) {
      const one = 'keepHash' in which ? { keepHash: toHex(which.keepHash) } : { hash: which.hash && toHex(which.hash) };
      return records.run(accountId, 'endTokens', { accountId, which: one, ...options });
    },
  } satisfies Partial<AccountStore>;
}

function keyMethods(records: Records) {
  return {
    createKey: (key, hash, { tokenHash, ...options }) =>
      records.run(key.accountId, 'createKey', {
        ...{ key: { ...key, hash: toHex(hash) }, ...options },
        tokenHash: tokenHash && toHex(tokenHash),
      }),

    async findKeyById(accountId, id) {
      const key = await records.get(apiKeys, { accountId, id });
      return key && toKey(key);
    },

    async findKey(hash) {
      const [key] = await records.scan(apiKeys, 'hash', { of: [toHex(hash)], limit: 1 });
      const account = key && (await findPresentAccount(records, key.accountId));
      return account && { key: toKey(key), account: toAccount(account) };
    },

    async listKeys(accountId, { limit, after }) {
      const page = { of: [accountId], descending: true, limit, after } as const;
      return (await records.scan(apiKeys, 'created', page)).map(toKey);
    },

    revokeKey: (accountId, keyId, at, options) =>
      records.run(accountId, 'revokeKey', { accountId, keyId, at, ...options }),

    touchKeys: (uses) => inPages(uses, (page) => records.run('', 'touchKeys', page)),
  } satisfies Partial<AccountStore>;
}

async function inPages<One>(all: readonly One[], write: (page: One[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += pageSize) await write(all.slice(at, at + pageSize));
}

function toHex(hash: Buffer): string {
  return hash.toString('hex');
}

function toAccount({ id, email, phone, plan, limits, createdAt, suspendedAt }: StoredAccount): Account {
  return { id, email, phone, plan, limits, createdAt, suspendedAt };
}

function toToken({ hash, ...token }: StoredToken): AccessToken {
  return { ...token, hash: Buffer.from(hash, 'hex') };
}

function toKey({ hash: _, ...key }: StoredKey): ApiKey {
  return key;
}
