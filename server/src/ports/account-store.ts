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
  /** Sets the plan and the limits that are given and leaves the others. */
  updateAccount(accountId: string, changes: { plan?: Plan; limits?: Partial<CustomLimits> }): Promise<void>;
  /**
   * Sets the hash and ends every access token of the account but the one kept.
   * @param options.replaces the present hash; when another has come meanwhile, nothing is changed: `stale`
   */
  changePassword(
    accountId: string,
    passwordHash: string,
    options?: { replaces: string; keepTokenHash: Buffer },
  ): Promise<'changed' | 'stale'>;

  createToken(token: AccessToken): Promise<void>;
  findToken(hash: Buffer): Promise<{ token: AccessToken; account: Account } | undefined>;
  /** Deletes one token, or all that have expired at a time. @returns how many there were */
  deleteTokens(which: { hash: Buffer } | { expiredAt: number }): Promise<number>;

  createKey(key: ApiKey, hash: Buffer): Promise<void>;
  findKey(hash: Buffer): Promise<{ key: ApiKey; account: Account } | undefined>;
  /** Newest first, revoked ones included. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** Resolves to the time of the first revocation; to undefined when the account has no such key. */
  revokeKey(accountId: string, keyId: string, at: number): Promise<number | undefined>;
  /** Notes the last use of each key, and never moves a time backwards. */
  touchKeys(uses: readonly { keyId: string; at: number }[]): Promise<void>;
}
