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

/** A person names an account by one of these when signing in. E-mail is compared regardless of case. */
export type Identifier = { email: string } | { phone: string };

export interface AccessToken {
  /** SHA-256 of the token; the token itself is never kept. */
  hash: Buffer;
  accountId: string;
  createdAt: number;
  expiresAt: number;
}

export interface ApiKey {
  id: string;
  accountId: string;
  label: string;
  keyPrefix: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

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
   * @returns `taken` when the e-mail or phone belongs to an account already
   */
  createAccount(
    account: Account,
    passwordHash: string,
    first?: { key: ApiKey; hash: Buffer },
  ): Promise<'created' | 'taken' | 'not_empty'>;
  /** Finds the account with an id, e-mail or phone; by default all accounts, oldest first. */
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
  /** Deletes one token, those of an account, or all that have expired at a time. @returns how many there were */
  deleteTokens(which: { hash: Buffer } | { accountId: string } | { expiredAt: number }): Promise<number>;

  /**
   * Creates a key, and removes old ones that have ended (see {@link keptEndedKeys}).
   * @param options.maxLive the account may have this many keys that are neither revoked nor expired
   * @param options.tokenHash the access token of the request, which must not have ended meanwhile
   * @returns `full` when the account has as many keys; `signed_out` when the token has ended
   */
  createKey(
    key: ApiKey,
    hash: Buffer,
    options: { maxLive: number; tokenHash?: Buffer | undefined },
  ): Promise<'created' | 'full' | 'signed_out'>;
  findKey(hash: Buffer): Promise<{ key: ApiKey; account: Account } | undefined>;
  /** Newest first, by time and then by id, revoked ones included. @param page.after the last key of the page before */
  listKeys(accountId: string, page: { limit: number; after?: KeyPosition | undefined }): Promise<ApiKey[]>;
  /**
   * Revokes a key, and removes old ones that have ended.
   * @returns the time of the first revocation; undefined when the account has no such key
   */
  revokeKey(accountId: string, keyId: string, at: number): Promise<number | undefined>;
  /** Notes the last use of each key, and never moves a time backwards. */
  touchKeys(uses: readonly { keyId: string; at: number }[]): Promise<void>;
}
