import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Reader, RecordStore } from '../../ports/record-store.ts';
import type { auditCommands } from './audit-log.ts';
import type { accountCommands } from './commands.ts';
import type { DeletionCommands, deletionQueries } from './deletion-commands.ts';
import type { keyCommands } from './key-commands.ts';
import {
  type AccessToken,
  type ApiKey,
  accessTokens,
  accounts,
  apiKeys,
  findPresentAccount,
  foldEmail,
  missingAccount,
  type StoredAccount,
} from './kinds.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { tokenCommands } from './token-commands.ts';

export type AccountCommands = typeof accountCommands &
  typeof tokenCommands &
  typeof keyCommands &
  typeof auditCommands &
  DeletionCommands;

/** The records of accounts. Every method may throw {@link StoreUnavailableError}. */
export type AccountRecords = Pick<
  RecordStore<AccountCommands, typeof deletionQueries>,
  'run' | 'query' | 'get' | 'scan'
>;

/** The dependencies of all account operations. Each operation takes the part that it uses. */
export interface AccountDependencies {
  records: AccountRecords;
  clock: Clock;
  identifiers: Identifiers;
  passwords: PasswordHasher;
}

/** A person signs in with one of these. Emails are compared regardless of case. */
export type Identifier = { email: string } | { phone: string };

const pageSize = 500;

/** Finds the account with an id, email or phone, unless it is being deleted. */
export async function findAccount(
  reader: Pick<Reader, 'get' | 'scan'>,
  by: { id: string } | Identifier,
): Promise<StoredAccount | undefined> {
  if ('id' in by) return findPresentAccount(reader, by.id);
  // The email and phone of an account end with the beginning of its deletion.
  const [found] =
    'phone' in by
      ? await reader.scan(accounts, 'phone', { of: [by.phone], limit: 1 })
      : await reader.scan(accounts, 'email', { of: [foldEmail(by.email)], limit: 1 });
  return found;
}

/** @throws {DomainError} `not_found` */
export async function getAccount(reader: Pick<Reader, 'get'>, id: string): Promise<StoredAccount> {
  const found = await findPresentAccount(reader, id);
  if (!found) throw missingAccount(id);
  return found;
}

/** Lists all accounts, oldest first. */
export async function listAccounts(reader: Pick<Reader, 'scan'>): Promise<StoredAccount[]> {
  const found: StoredAccount[] = [];
  let page: StoredAccount[];
  do {
    page = await reader.scan(accounts, 'created', { of: [], after: found.at(-1), limit: pageSize });
    found.push(...page);
  } while (page.length === pageSize);
  return found.filter(({ deletionId }) => deletionId === null);
}

/** Finds an access token, also an expired one, with its account. */
export async function findToken(
  reader: Pick<Reader, 'get' | 'scan'>,
  hash: string,
): Promise<{ token: AccessToken; account: StoredAccount } | undefined> {
  const [token] = await reader.scan(accessTokens, 'hash', { of: [hash], limit: 1 });
  const account = token && (await findPresentAccount(reader, token.accountId));
  return account && { token, account };
}

/** Finds an API key, also one that has ended, with its account. */
export async function findKey(
  reader: Pick<Reader, 'get' | 'scan'>,
  hash: string,
): Promise<{ key: ApiKey; account: StoredAccount } | undefined> {
  const [key] = await reader.scan(apiKeys, 'hash', { of: [hash], limit: 1 });
  const account = key && (await findPresentAccount(reader, key.accountId));
  return account && { key, account };
}
