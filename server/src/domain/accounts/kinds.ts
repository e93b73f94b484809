import { type DomainError, notFound } from '../../ports/errors.ts';
import { field, kindOf, maybe } from '../../ports/record-fields.ts';
import type { Reader, RecordOf, Transaction } from '../../ports/record-store.ts';
import type { SecurityEvent } from '../../ports/security-events.ts';

export type Plan = 'free' | 'starter' | 'growth' | 'enterprise';
export type Scope = 'read' | 'write';

/** Quotas agreed for one account; null means unlimited. They apply only to the enterprise plan. */
export interface CustomLimits {
  memoryWrites: number | null;
  memorySearches: number | null;
  endUsers: number | null;
}

/** The counts of an account's data when its deletion began. */
export interface DeletionCounts {
  memories: number;
  apiKeys: number;
  sessions: number;
  requests: number;
}

/** The fields of an account that requests need, without its password. */
export const accountFields = ['id', 'email', 'phone', 'plan', 'limits', 'createdAt', 'suspendedAt'] as const;
export type Account = Pick<StoredAccount, (typeof accountFields)[number]>;

/** Times are milliseconds since the epoch. */
export const accounts = kindOf({
  name: 'accounts',
  fields: {
    ...{ id: 'account', email: maybe.text, emailFolded: maybe.text, phone: maybe.text },
    /** PHC string; empty once the account is being deleted. */
    passwordHash: 'text',
    ...{ plan: field<Plan>('text'), limits: field<CustomLimits>('json'), createdAt: 'integer' },
    /** The time since which the operator keeps the account from being used; null while it may be used. */
    suspendedAt: maybe.integer,
    /** Whether a key came with it, which is possible for the first account of a store only; otherwise null. */
    isFirst: field<true | null>('boolean'),
    /** The deletion of the account; null until it begins. From then on, nothing finds the account. */
    deletionId: maybe.text,
    ...{ deletionBegunAt: maybe.integer, deletionCounts: field<DeletionCounts | null>('json') },
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
export type StoredAccount = RecordOf<typeof accounts>;

/** A person signs in with one of these. Emails are compared regardless of case. */
export type Identifier = { email: string } | { phone: string };

export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export function missingAccount(id: string): DomainError {
  return notFound(`There is no account ${id}.`);
}

export async function findPresentAccount(reader: Pick<Reader, 'get'>, id: string): Promise<StoredAccount | undefined> {
  const account = await reader.get(accounts, { id });
  return account?.deletionId === null ? account : undefined;
}

/** Locks an account, so that changes of its credentials run one after the other. @throws {Error} when it is gone */
export async function lockAccount(tx: Transaction, id: string): Promise<StoredAccount> {
  const account = await tx.lock(accounts, { id });
  if (account?.deletionId !== null) throw new Error(`there is no account ${id}`);
  return account;
}

/** Returns the accounts of records that exist and are not being deleted, and meet a condition. */
export async function presentAccounts(
  reader: Pick<Reader, 'getMany'>,
  records: readonly { accountId: string }[],
  meets: (account: Pick<StoredAccount, 'suspendedAt'>) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const keys = Array.from(new Set(records.map(({ accountId }) => accountId)), (id) => ({ id }));
  const present = new Set<string>();
  for (const one of await reader.getMany(accounts, keys, ['id', 'deletionId', 'suspendedAt'])) {
    if (one?.deletionId === null && meets(one)) present.add(one.id);
  }
  return present;
}

export const accessTokens = kindOf({
  name: 'access_tokens',
  fields: {
    accountId: 'account',
    /** SHA-256 of the token in hexadecimal. The token itself is never stored. */
    hash: 'text',
    ...{ createdAt: 'integer', expiresAt: 'integer', lastUsedAt: maybe.integer },
    /** The program that signed in; null if it is unknown. */
    userAgent: maybe.text,
    /** The address of the sign-in, in the form in which attempts are counted. */
    address: maybe.text,
  },
  key: ['accountId', 'hash'],
  indexes: {
    hash: { on: ['hash'], unique: true },
    created: { on: ['accountId', 'createdAt', 'hash'] },
    expiry: { on: ['expiresAt', 'hash'] },
  },
});
export type AccessToken = RecordOf<typeof accessTokens>;

/** The restriction of an API key. All values that are not null apply. */
export interface KeyRestriction {
  /** Selects memories like the `userId` of a scope. */
  userId: string | null;
  agentId: string | null;
  /** A string in `metadata.project`. */
  project: string | null;
}

export const apiKeys = kindOf({
  name: 'api_keys',
  fields: {
    ...{ accountId: 'account', id: 'text' },
    /** SHA-256 of the key in hexadecimal. */
    hash: 'text',
    ...{ label: 'text', keyPrefix: 'text', scopes: field<Scope[]>('json') },
    /** null if the key may access the whole account. */
    restriction: field<KeyRestriction | null>('json'),
    ...{ createdAt: 'integer', expiresAt: maybe.integer, revokedAt: maybe.integer, lastUsedAt: maybe.integer },
    /** The key that replaces this one. A key can be replaced only once. */
    replacedBy: maybe.text,
  },
  key: ['accountId', 'id'],
  indexes: {
    id: { on: ['id'], unique: true },
    hash: { on: ['hash'], unique: true },
    created: { on: ['accountId', 'createdAt', 'id'] },
  },
});
export type ApiKey = RecordOf<typeof apiKeys>;

/** An event of an account. It has no field for texts, passwords or whole keys. */
export const auditEvents = kindOf({
  name: 'audit_events',
  fields: {
    ...{ accountId: 'account', id: 'text', time: 'integer', action: field<SecurityEvent['action']>('text') },
    outcome: field<SecurityEvent['outcome']>('text'),
    actor: field<{ kind: SecurityEvent['actor']; keyPrefix: string | null; sessionId: string | null }>('json'),
    ...{ address: maybe.text, detail: field<Record<string, unknown>>('json') },
  },
  key: ['accountId', 'id'],
  indexes: { time: { on: ['accountId', 'time', 'id'] }, age: { on: ['time', 'id'] } },
});
export type AuditEvent = RecordOf<typeof auditEvents>;
