import { DomainError } from '../../ports/errors.ts';
import { field, type RecordWith } from '../../ports/record-fields.ts';
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

/** The counts of an account's data when its deletion began. */
export interface DeletionCounts {
  memories: number;
  apiKeys: number;
  sessions: number;
  requests: number;
}

const accountFields = {
  id: 'account',
  email: field<string | null>('text'),
  emailFolded: field<string | null>('text'),
  phone: field<string | null>('text'),
  /** PHC string; empty once the account is being deleted. */
  passwordHash: 'text',
  plan: field<Plan>('text'),
  limits: field<CustomLimits>('json'),
  createdAt: 'integer',
  /** The time since which the operator keeps the account from being used; null while it may be used. */
  suspendedAt: field<number | null>('integer'),
  /** Whether a key came with it, which is possible for the first account of a store only; otherwise null. */
  isFirst: field<true | null>('boolean'),
  /** The deletion of the account; null until it begins. From then on, nothing finds the account. */
  deletionId: field<string | null>('text'),
  deletionBegunAt: field<number | null>('integer'),
  deletionCounts: field<DeletionCounts | null>('json'),
} as const;

/** Times are milliseconds since the epoch. */
export type StoredAccount = RecordWith<typeof accountFields>;
export type Account = Pick<StoredAccount, 'id' | 'email' | 'phone' | 'plan' | 'limits' | 'createdAt' | 'suspendedAt'>;

export const accounts = kind<StoredAccount>()({
  name: 'accounts',
  fields: accountFields,
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

export async function presentAccounts(
  reader: Pick<Reader, 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(ids)].map((id) => ({ id }));
  const found = await reader.getMany(accounts, keys);
  return new Set(found.flatMap((account) => (account?.deletionId === null ? account.id : [])));
}

const tokenFields = {
  accountId: 'account',
  /** SHA-256 of the token in hexadecimal. The token itself is never stored. */
  hash: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
  lastUsedAt: field<number | null>('integer'),
  /** The program that signed in; null if it is unknown. */
  userAgent: field<string | null>('text'),
  /** The address of the sign-in, in the form in which attempts are counted. */
  address: field<string | null>('text'),
} as const;

export type AccessToken = RecordWith<typeof tokenFields>;

export const accessTokens = kind<AccessToken>()({
  name: 'access_tokens',
  fields: tokenFields,
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

const keyFields = {
  accountId: 'account',
  id: 'text',
  /** SHA-256 of the key in hexadecimal. */
  hash: 'text',
  label: 'text',
  keyPrefix: 'text',
  scopes: field<Scope[]>('json'),
  /** null if the key may access the whole account. */
  restriction: field<KeyRestriction | null>('json'),
  createdAt: 'integer',
  expiresAt: field<number | null>('integer'),
  revokedAt: field<number | null>('integer'),
  lastUsedAt: field<number | null>('integer'),
  /** The key that replaces this one. A key can be replaced only once. */
  replacedBy: field<string | null>('text'),
} as const;

export type ApiKey = RecordWith<typeof keyFields>;

export const apiKeys = kind<ApiKey>()({
  name: 'api_keys',
  fields: keyFields,
  key: ['accountId', 'id'],
  indexes: {
    id: { on: ['id'], unique: true },
    hash: { on: ['hash'], unique: true },
    created: { on: ['accountId', 'createdAt', 'id'] },
  },
});

const auditFields = {
  accountId: 'account',
  id: 'text',
  time: 'integer',
  action: field<SecurityEvent['action']>('text'),
  outcome: field<SecurityEvent['outcome']>('text'),
  actor: field<{ kind: SecurityEvent['actor']; keyPrefix: string | null; sessionId: string | null }>('json'),
  address: field<string | null>('text'),
  detail: field<Record<string, unknown>>('json'),
} as const;

/** An event of an account. It has no field for texts, passwords or whole keys. */
export type AuditEvent = RecordWith<typeof auditFields>;

export const auditEvents = kind<AuditEvent>()({
  name: 'audit_events',
  fields: auditFields,
  key: ['accountId', 'id'],
  indexes: { time: { on: ['accountId', 'time', 'id'] }, age: { on: ['time', 'id'] } },
});
