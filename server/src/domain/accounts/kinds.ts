import { DomainError } from '../../ports/errors.ts';
import { kind, type Reader, type Transaction } from '../../ports/record-store.ts';
import type { SecurityEvent } from '../../ports/security-events.ts';

export type Plan = 'free' | 'starter' | 'growth' | 'enterprise';
export type Scope = 'read' | 'write';

/** Quotas agreed for one account; null means unlimited. They apply only to the enterprise plan. */
export interface CustomLimits {
  memoryWrites: number | null;
  memorySearches: number | null;
  endUsers: number | null;
}

/** Times are milliseconds since the epoch. */
export interface Account {
  id: string;
  email: string | null;
  phone: string | null;
  plan: Plan;
  limits: CustomLimits;
  createdAt: number;
  /** The time since which the operator keeps the account from being used; null while it may be used. */
  suspendedAt: number | null;
}

/** The counts of an account's data when its deletion began. */
export interface DeletionCounts {
  memories: number;
  apiKeys: number;
  sessions: number;
  requests: number;
}

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

/** The form in which two email addresses are compared. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export function missingAccount(id: string): DomainError {
  return new DomainError('not_found', `There is no account ${id}.`);
}

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

export interface AccessToken {
  /** SHA-256 of the token in hexadecimal. The token itself is never stored. */
  hash: string;
  accountId: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  /** The program that signed in; null if it is unknown. */
  userAgent: string | null;
  /** The address of the sign-in, in the form in which attempts are counted. */
  address: string | null;
}

export const accessTokens = kind<AccessToken>()({
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

/** The restriction of an API key. All values that are not null apply. */
export interface KeyRestriction {
  /** Selects memories like the `userId` of a scope. */
  userId: string | null;
  agentId: string | null;
  /** A string in `metadata.project`. */
  project: string | null;
}

export interface ApiKey {
  id: string;
  accountId: string;
  /** SHA-256 of the key in hexadecimal. */
  hash: string;
  label: string;
  keyPrefix: string;
  scopes: Scope[];
  /** null if the key may access the whole account. */
  restriction: KeyRestriction | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** The key that replaces this one. A key can be replaced only once. */
  replacedBy: string | null;
}

export const apiKeys = kind<ApiKey>()({
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

/** An event of an account. It has no field for texts, passwords or whole keys. */
export interface AuditEvent extends Pick<SecurityEvent, 'action' | 'outcome'> {
  id: string;
  accountId: string;
  time: number;
  actor: { kind: SecurityEvent['actor']; keyPrefix: string | null; sessionId: string | null };
  address: string | null;
  /** The subject of the event, with the names of the contract. */
  detail: Record<string, unknown>;
}

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
