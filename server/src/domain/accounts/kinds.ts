import type { DeletionCounts } from '../../ports/account-deletions.ts';
import type { AccessToken, Account, ApiKey } from '../../ports/account-store.ts';
import type { AuditEvent } from '../../ports/audit-log.ts';
import { kind, type Reader, type Transaction } from '../../ports/record-store.ts';

/** Times are milliseconds since the epoch. */
export interface StoredAccount extends Account {
  /** The form in which email addresses are compared. */
  emailFolded: string | null;
  /** PHC string; empty once the account is being deleted. */
  passwordHash: string;
  /** Whether a key came with it, which is possible for the first account of a store only; otherwise null. */
  isFirst: true | null;
  /** The deletion of the account; null until it begins. From then on, nothing finds the account. */
  deletionId: string | null;
  deletionBegunAt: number | null;
  deletionCounts: DeletionCounts | null;
}

export const accounts = kind<StoredAccount>()({
  name: 'accounts',
  fields: {
    id: 'account',
    email: 'text',
    emailFolded: 'text',
    phone: 'text',
    passwordHash: 'text',
    plan: 'text',
    limits: 'json',
    createdAt: 'integer',
    suspendedAt: 'integer',
    isFirst: 'boolean',
    deletionId: 'text',
    deletionBegunAt: 'integer',
    deletionCounts: 'json',
  },
  key: ['id'],
  indexes: {
    created: { on: ['createdAt', 'id'] },
    email: { on: ['emailFolded'], unique: true },
    phone: { on: ['phone'], unique: true },
    first: { on: ['isFirst'], unique: true, where: 'isFirst' },
    deletion: { on: ['deletionBegunAt', 'id'], where: 'deletionBegunAt' },
  },
  erases: ['email', 'emailFolded', 'phone', 'passwordHash'],
});

/** Finds an account unless it is being deleted. */
export async function findPresentAccount(reader: Pick<Reader, 'get'>, id: string): Promise<StoredAccount | undefined> {
  const account = await reader.get(accounts, { id });
  return account?.deletionId === null ? account : undefined;
}

/**
 * Locks an account for a change of its credentials, so that such changes run one after the other.
 * @throws {Error} when there is no such account, or it is being deleted
 */
export async function lockAccount(tx: Transaction, id: string): Promise<StoredAccount> {
  const account = await tx.lock(accounts, { id });
  if (account?.deletionId !== null) throw new Error(`there is no account ${id}`);
  return account;
}

/** Returns which of the accounts exist and are not being deleted. */
export async function presentAccounts(
  reader: Pick<Reader, 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(ids)].map((id) => ({ id }));
  const found = await reader.getMany(accounts, keys);
  return new Set(found.flatMap((account) => (account?.deletionId === null ? account.id : [])));
}

/** The hash is in hexadecimal. */
export interface StoredToken extends Omit<AccessToken, 'hash'> {
  hash: string;
}

export const accessTokens = kind<StoredToken>()({
  name: 'access_tokens',
  fields: {
    accountId: 'account',
    hash: 'text',
    createdAt: 'integer',
    expiresAt: 'integer',
    lastUsedAt: 'integer',
    userAgent: 'text',
    address: 'text',
  },
  key: ['accountId', 'hash'],
  indexes: {
    hash: { on: ['hash'], unique: true },
    created: { on: ['accountId', 'createdAt', 'hash'] },
    expiry: { on: ['expiresAt', 'hash'] },
  },
});

/** The hash of the key is in hexadecimal. */
export interface StoredKey extends ApiKey {
  hash: string;
}

export const apiKeys = kind<StoredKey>()({
  name: 'api_keys',
  fields: {
    accountId: 'account',
    id: 'text',
    hash: 'text',
    label: 'text',
    keyPrefix: 'text',
    scopes: 'json',
    restriction: 'json',
    createdAt: 'integer',
    expiresAt: 'integer',
    revokedAt: 'integer',
    lastUsedAt: 'integer',
    replacedBy: 'text',
  },
  key: ['accountId', 'id'],
  indexes: {
    id: { on: ['id'], unique: true },
    hash: { on: ['hash'], unique: true },
    created: { on: ['accountId', 'createdAt', 'id'] },
  },
});

export const auditEvents = kind<AuditEvent>()({
  name: 'audit_events',
  fields: {
    accountId: 'account',
    id: 'text',
    time: 'integer',
    action: 'text',
    outcome: 'text',
    actor: 'json',
    address: 'text',
    detail: 'json',
  },
  key: ['accountId', 'id'],
  indexes: { time: { on: ['accountId', 'time', 'id'] }, age: { on: ['time', 'id'] } },
});
