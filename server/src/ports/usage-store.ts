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
