import { type AccountRecords, findAccount, listAccounts } from '../src/domain/accounts/account-records.ts';
import { findKey, findToken } from '../src/domain/accounts/authenticate.ts';
import { type AccountChanges, type accountCommands, maxTokens } from '../src/domain/accounts/commands.ts';
import {
  type AccessToken,
  type Account,
  type ApiKey,
  accessTokens,
  apiKeys,
  type Identifier,
} from '../src/domain/accounts/kinds.ts';
import { createAccount } from '../src/domain/accounts/register-account.ts';
import type { Idempotency, Once } from '../src/domain/usage/idempotency.ts';
import { DomainError } from '../src/ports/errors.ts';

/** Adds an account to a store. */
export function addAccount(
  records: Pick<AccountRecords, 'run'>,
  account: Account,
  passwordHash = 'hash',
): Promise<unknown> {
  return createAccount(records, { account, passwordHash });
}

type NewKey = Parameters<(typeof accountCommands)['createKey']>[1];
type PasswordOptions = { replaces?: string; keepTokenHash?: string; revokesKeys?: boolean };

/** Resolves to the reason why a key was not created. */
async function outcomeOf(
  created: Promise<Once<unknown>>,
): Promise<'created' | 'replayed' | 'full' | 'ended' | 'signed_out'> {
  try {
    return (await created).isReplay ? 'replayed' : 'created';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'unauthenticated') return 'signed_out';
    return error.message.includes('which is the limit') ? 'full' : 'ended';
  }
}

/** Steps of tests with accounts, tokens and keys. Each is one command or read. */
export function accountSteps(records: AccountRecords) {
  const newest = (accountId: string, limit: number) => ({ of: [accountId], descending: true, limit }) as const;
  return {
    createAccount: (account: Account, passwordHash: string, first?: ApiKey) =>
      createAccount(records, { account, passwordHash, ...(first ? { first } : {}) }),
    find: (by: { id: string } | Identifier) => findAccount(records, by),
    list: () => listAccounts(records),
    updateAccount: (accountId: string, changes: AccountChanges) =>
      records.run(accountId, 'updateAccount', { accountId, changes }),
    changePassword: (accountId: string, passwordHash: string, options: PasswordOptions = {}) =>
      records.run(accountId, 'changePassword', { accountId, passwordHash, ...options }),
    createToken: (token: AccessToken, { maxLive }: { maxLive: number }) =>
      records.run(token.accountId, 'createToken', { token, maxLive }),
    findToken: (hash: string) => findToken(records, hash),
    listTokens: (accountId: string) => records.scan(accessTokens, 'created', newest(accountId, maxTokens)),
    deleteTokens: (which: { hash: string } | { accountId: string } | { expiredAt: number }) =>
      records.run('accountId' in which ? which.accountId : '', 'deleteTokens', which),
    recordUses: (uses: Record<string, number>) => records.run('', 'recordUses', new Map(Object.entries(uses))),
    createKey: (key: ApiKey, options: Omit<NewKey, 'key'>) =>
      outcomeOf(records.run(key.accountId, 'createKey', { key, ...options })),
    findKeyById: (accountId: string, id: string) => records.get(apiKeys, { accountId, id }),
    findKey: (hash: string) => findKey(records, hash),
    listKeys: (accountId: string, { limit, after }: { limit: number; after?: ApiKey | undefined }) =>
      records.scan(apiKeys, 'created', { ...newest(accountId, limit), after }),
    /** Resolves to the time of the first revocation; undefined without such a key. */
    revokeKey: (accountId: string, keyId: string, idempotency?: Idempotency) =>
      records.run(accountId, 'revokeKey', { accountId, keyId, idempotency }).then(
        ({ value }) => value,
        (error: unknown) => {
          if (error instanceof DomainError && error.code === 'not_found') return undefined;
          throw error;
        },
      ),
  };
}
