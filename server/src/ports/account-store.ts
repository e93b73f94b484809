import type { IdempotencyRecord, StoredResponse } from './memory-rows.ts';

export type Plan = 'free' | 'starter' | 'growth' | 'enterprise';
export type Scope = 'read' | 'write';

/** Quotas agreed for one account; null means unlimited. They count on the enterprise plan only. */
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

export interface Credentials {
  account: Account;
  /** PHC string. */
  passwordHash: string;
}

/** A person names an account by one of these when signing in. Email is compared regardless of case. */
export type Identifier = { email: string } | { phone: string };

export interface AccessToken {
  /** SHA-256 of the token; the token itself is never kept. */
  hash: Buffer;
  accountId: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  /** The program that signed in; null when it is unknown, as in tokens of earlier versions. */
  userAgent: string | null;
  /** The address that signed in, as attempts are counted under it. */
  address: string | null;
}

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
  label: string;
  keyPrefix: string;
  scopes: Scope[];
  /** null: the key reaches the whole account. */
  restriction: KeyRestriction | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** The key that replaces this one. A key is replaced once. */
  replacedBy: string | null;
}

/** A live key that a new one replaces. */
export interface KeyReplacement {
  keyId: string;
  /** The time when the replaced key ends, unless it expires before. It is revoked when that is no later than the new key. */
  endsAt: number;
}

/**
 * `full`: the account has as many keys as it may have. `signed_out`: the access token has ended. `ended`: the key to
 * replace is not live, or has been replaced.
 */
export type KeyCreation = 'created' | 'full' | 'signed_out' | 'ended' | Replayed;

/** Keeps the response of the write for repetitions. */
interface Repeatable {
  idempotencyRecord?: IdempotencyRecord | undefined;
}

type Replayed = { replayed: StoredResponse };

/** The position of a key in the list of an account. */
export type KeyPosition = Pick<ApiKey, 'createdAt' | 'id'>;

/**
 * The number of revoked and expired keys that an account keeps, those that ended last. When a key is created or revoked,
 * older ones are removed, at most {@link maxRemovedKeys} at once, because other writes wait meanwhile.
 */
export const keptEndedKeys = 100;
export const maxRemovedKeys = 1_000;

/**
 * Keeps accounts, access tokens and API keys. Every method that writes is one transaction and resolves when it is
 * durable. Every method may throw {@link StoreUnavailableError}.
 */
export interface AccountStore {
  /**
   * Creates an account; together with a first key, only in a store without any account.
   * @returns `taken` when the email or phone belongs to an account already
   */
  createAccount(
    account: Account,
    passwordHash: string,
    first?: { key: ApiKey; hash: Buffer },
  ): Promise<'created' | 'taken' | 'not_empty'>;
  /** Finds the account with an id, email or phone; by default all accounts, oldest first. */
  findAccounts(by?: { id: string } | Identifier): Promise<Credentials[]>;
  /** Sets what is given, also single limits, and leaves the rest. */
  updateAccount(
    accountId: string,
    changes: { plan?: Plan; limits?: Partial<CustomLimits>; suspendedAt?: number | null },
  ): Promise<void>;
  /**
   * Sets the hash and ends every access token of the account but the one kept.
   * @param options.replaces the present hash; when another has come meanwhile, nothing is changed: `stale`
   * @param options.revokeKeysAt revokes all keys of the account at this time, too, and removes old ones that have ended
   */
  changePassword(
    accountId: string,
    passwordHash: string,
    options?: { replaces?: string; keepTokenHash?: Buffer; revokeKeysAt?: number | undefined },
  ): Promise<'changed' | 'stale'>;

  /** Creates a token, and ends the oldest ones of the account so that at most `maxLive` are left. */
  createToken(token: AccessToken, options: { maxLive: number }): Promise<void>;
  findToken(hash: Buffer): Promise<{ token: AccessToken; account: Account } | undefined>;
  /** Newest first, expired ones included. */
  listTokens(accountId: string): Promise<AccessToken[]>;
  /** Notes the last use of each token, and never moves a time backwards. */
  touchTokens(uses: readonly { hash: Buffer; at: number }[]): Promise<void>;
  /** Deletes one token, those of an account, or all that have expired at a time. @returns how many there were */
  deleteTokens(which: { hash: Buffer } | { accountId: string } | { expiredAt: number }): Promise<number>;
  /**
   * Deletes one token of an account, or all but one.
   * @param which.hash null: there is no such token. An earlier request may have deleted it, with a response that is kept.
   * @returns how many there were. Without the one token no response is kept.
   */
  endTokens(
    accountId: string,
    which: { hash: Buffer | null } | { keepHash: Buffer },
    options?: Repeatable,
  ): Promise<number | Replayed>;

  /**
   * Creates a key, and removes old ones that have ended (see {@link keptEndedKeys}).
   * @param options.maxLive the account may have this many keys that are neither revoked nor expired
   * @param options.tokenHash the access token of the request, which must not have ended meanwhile
   * @param options.replaces the key of the same account that this one replaces
   */
  createKey(
    key: ApiKey,
    hash: Buffer,
    options: {
      maxLive: number;
      tokenHash?: Buffer | undefined;
      replaces?: KeyReplacement | undefined;
    } & Repeatable,
  ): Promise<KeyCreation>;
  findKeyById(accountId: string, keyId: string): Promise<ApiKey | undefined>;
  findKey(hash: Buffer): Promise<{ key: ApiKey; account: Account } | undefined>;
  /** Newest first, by time and then by id, revoked ones included. @param page.after the last key of the page before */
  listKeys(accountId: string, page: { limit: number; after?: KeyPosition | undefined }): Promise<ApiKey[]>;
  /**
   * Revokes a key, and removes old ones that have ended.
   * @returns the time of the first revocation; undefined when the account has no such key
   */
  revokeKey(accountId: string, keyId: string, at: number, options?: Repeatable): Promise<number | undefined | Replayed>;
  /** Notes the last use of each key, and never moves a time backwards. */
  touchKeys(uses: readonly { keyId: string; at: number }[]): Promise<void>;
}
