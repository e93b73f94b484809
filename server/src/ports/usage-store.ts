/** A calendar month in UTC, named by its first moment in milliseconds since the epoch. */
export type Month = number;

/** What a write may use, and the month it counts in. A limit of null means unlimited. */
export interface WriteQuota {
  month: Month;
  /** Writes and updates in the month. */
  memoryWrites: number | null;
  /** Distinct `user_id` other than the account's own id among live memories: all but archived sources. */
  endUsers: number | null;
  /** Distinct projects among live memories. */
  projects: number | null;
}

export interface CountedUsage {
  memoryWrites: number;
  memorySearches: number;
  endUsers: number;
  projects: number;
}

/**
 * Counts what accounts use. Writes are counted by the memory store, in the transaction of the write. Every method may
 * throw {@link StoreUnavailableError}.
 */
export interface UsageStore {
  /** Counts one search unless the month's limit is reached; whether it was counted. Durable when it resolves. */
  countSearch(ownerId: string, month: Month, limit: number | null): Promise<boolean>;
  /** Searches counted in a month. */
  searches(ownerId: string, month: Month): Promise<number>;
  usage(ownerId: string, month: Month): Promise<CountedUsage>;
}
