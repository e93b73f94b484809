import type { IdempotencyRecord, StoredResponse } from './memory-rows.ts';

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

export interface Credentials {
  account: Account;
  /** PHC string. */
  passwordHash: string;
}

/** A person signs in with one of these. Emails are compared regardless of case. */
export type Identifier = { email: string } | { phone: string };

export interface AccessToken {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: Buffer;
  accountId: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  /** The program that signed in; null if it is unknown. */
  userAgent: string | null;
  /** The address of the sign-in, in the form in which attempts are counted. */
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
  /** null if the key may access the whole account. */
  restriction: KeyRestriction | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** The key that replaces this one. A key can be replaced only once. */
  replacedBy: string | null;
}

/** A live key that a new one replaces. */
export interface KeyReplacement {
  keyId: string;
  /**
   * The time when the replaced key ends, unless it expires earlier. If it is not after the creation of the new key, the
   * replaced key is revoked.
   */
  endsAt: number;
}

/**
 * `full`: the account has the maximum of keys. `signed_out`: the access token has ended. `ended`: the key to replace is
 * not active, or was replaced before.
 */
export type KeyCreation = 'created' | 'full' | 'signed_out' | 'ended' | Replayed;

/** Stores the response of the write for retries. */
interface Repeatable {
  idempotencyRecord?: IdempotencyRecord | undefined;
}

type Replayed = { replayed: StoredResponse };

/** The position of a key in the list of an account. */
export type KeyPosition = Pick<ApiKey, 'createdAt' | 'id'>;

/**
 * The number of revoked and expired keys that stay stored, the most recent ones. Older ones are removed when a key is
 * created or revoked.
 */
export const keptEndedKeys = 100;

/**
 * Stores accounts, access tokens and API keys. Every method that writes is one transaction and resolves when it is
 * durable. Every method may throw {@link StoreUnavailableError}.
 */
export interface AccountStore {
  /**
   * Creates an account. With a first key, it creates both only in a store without any account.
   * @returns `taken` if the email or phone belongs to another account
   */
  createAccount(
    account: Account,
    passwordHash: string,
    first?: { key: ApiKey; hash: Buffer },
  ): Promise<'created' | 'taken' | 'not_empty'>;
  /** Finds the account with an id, email or phone; by default all accounts, oldest first. */
  findAccounts(by?: { id: string } | Identifier): Promise<Credentials[]>;
  /** Sets the given values, including single limits. The others stay unchanged. */
  updateAccount(
    accountId: string,
    changes: { plan?: Plan; limits?: Partial<CustomLimits>; suspendedAt?: number | null },
  ): Promise<void>;
  /**
   * Sets the hash and ends every access token of the account except the given one.
   * @param options.replaces the current hash; if another one was set in the meantime, nothing changes: `stale`
   */
  changePassword(
    accountId: string,
    passwordHash: string,
    options?: { replaces?: string; keepTokenHash?: Buffer; revokeKeysAt?: number | undefined },
  ): Promise<'changed' | 'stale'>;

  /** Creates a token, and ends the oldest ones of the account so that at most `maxLive` remain. */
  createToken(token: AccessToken, options: { maxLive: number }): Promise<void>;
  findToken(hash: Buffer): Promise<{ token: AccessToken; account: Account } | undefined>;
  /** Newest first, including expired ones. */
  listTokens(accountId: string): Promise<AccessToken[]>;
  /** Records the last use of each token, and never moves a time backwards. */
  touchTokens(uses: readonly { hash: Buffer; at: number }[]): Promise<void>;
  /**
   * Deletes one token, those of an account, or all that have expired by a time.
   * @returns the number of deleted tokens
   */
  deleteTokens(which: { hash: Buffer } | { accountId: string } | { expiredAt: number }): Promise<number>;
  /**
   * Deletes one token of an account, or all but one.
   * @param which.hash null: there is no such token. An earlier request may have deleted it, with a stored response.
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
  /** Newest first, by time and then by id, including revoked ones. @param page.after the last key of the page before */
  listKeys(accountId: string, page: { limit: number; after?: KeyPosition | undefined }): Promise<ApiKey[]>;
  /**
   * Revokes a key, and removes old ones that have ended.
   * @returns the time of the first revocation; undefined if the account has no such key
   */
  revokeKey(accountId: string, keyId: string, at: number, options?: Repeatable): Promise<number | undefined | Replayed>;
  /** Records the last use of each key, and never moves a time backwards. */
  touchKeys(uses: readonly { keyId: string; at: number }[]): Promise<void>;
}
