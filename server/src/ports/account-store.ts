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

/** How a person names an account when signing in. E-mail is compared regardless of case. */
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
  /** `taken` when the e-mail or phone belongs to an account already. */
  createAccount(account: Account, passwordHash: string): Promise<'created' | 'taken'>;
  /** Creates the account and its first key together, only in a store without any account. */
  createFirstAccount(
    account: Account,
    passwordHash: string,
    key: ApiKey,
    keyHash: Buffer,
  ): Promise<'created' | 'not_empty'>;
  findAccount(id: string): Promise<Account | undefined>;
  findCredentials(identifier: Identifier): Promise<Credentials | undefined>;
  /** Oldest first. */
  listAccounts(): Promise<Account[]>;
  setPlan(accountId: string, plan: Plan): Promise<void>;
  /** Sets the limits that are given and leaves the others. */
  setLimits(accountId: string, limits: Partial<CustomLimits>): Promise<void>;
  /**
   * Sets the hash and ends every access token of the account but the one kept.
   * @param options.replaces the hash that must hold still; when another has come, nothing is changed: `stale`
   */
  changePassword(
    accountId: string,
    passwordHash: string,
    options?: { replaces: string; keepTokenHash: Buffer },
  ): Promise<'changed' | 'stale'>;

  createToken(token: AccessToken): Promise<void>;
  findToken(hash: Buffer): Promise<{ token: AccessToken; account: Account } | undefined>;
  deleteToken(hash: Buffer): Promise<void>;
  /** Forgets tokens that have expired. Resolves to how many. */
  purgeTokens(now: number): Promise<number>;

  createKey(key: ApiKey, hash: Buffer): Promise<void>;
  findKey(hash: Buffer): Promise<{ key: ApiKey; account: Account } | undefined>;
  /** Newest first, revoked ones included. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** The time of the first revocation; undefined when the account has no such key. */
  revokeKey(accountId: string, keyId: string, at: number): Promise<number | undefined>;
  /** Never moves a time backwards. */
  touchKeys(uses: readonly { keyId: string; at: number }[]): Promise<void>;
}
