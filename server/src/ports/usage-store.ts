/** A calendar month in UTC, named by its first moment in milliseconds since the epoch. */
export type Month = number;

/** The limits of a write, and the month that counts it. A limit of null means unlimited. */
export interface WriteQuota {
  month: Month;
  /** The limit of writes and updates in the month. */
  memoryWrites: number | null;
  /** The limit of distinct `user_id` of live memories, without the account's own id. Archived sources are not live. */
  endUsers: number | null;
  /** The limit of distinct projects of live memories. */
  projects: number | null;
}

export interface CountedUsage {
  memoryWrites: number;
  memorySearches: number;
  endUsers: number;
  projects: number;
}

/** Searches of an account in a month that are not counted yet. */
export interface SearchCount {
  accountId: string;
  month: Month;
  searches: number;
}

/**
 * Counts the usage of accounts. The memory store counts writes, in the transaction of the write. Every method may throw
 * {@link StoreUnavailableError}.
 */
export interface UsageStore {
  /**
   * Counts one search durably. Resolves to false if the month's limit is reached. A search whose account was deleted in
   * the meantime is not counted, and resolves to true.
   */
  countSearch(accountId: string, month: Month, limit: number | null): Promise<boolean>;
  /** Counts searches of accounts without a limit. Searches of an account that does not exist are left out. */
  addSearches(counts: readonly SearchCount[]): Promise<void>;
  /** The searches counted in a month. */
  searches(accountId: string, month: Month): Promise<number>;
  usage(accountId: string, month: Month): Promise<CountedUsage>;
}
