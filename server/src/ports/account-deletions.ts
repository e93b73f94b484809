/** The counts of an account's data when its deletion began. */
export interface DeletionCounts {
  memories: number;
  apiKeys: number;
  sessions: number;
  requests: number;
}

export interface AccountDeletion {
  id: string;
  accountId: string;
  /** Milliseconds since the epoch. */
  begunAt: number;
  counts: DeletionCounts;
}

/**
 * Deletes accounts in steps, which continue after a restart. Every method resolves when its writes are durable, and may
 * throw {@link StoreUnavailableError}.
 */
export interface AccountDeletions {
  /**
   * Ends all credentials of an account. From then on no other store finds the account, and its email or phone is free.
   * @returns undefined if there is no such account
   */
  begin(accountId: string, deletion: { id: string; at: number }): Promise<DeletionCounts | undefined>;
  /** The deletions that have not ended, oldest first. */
  pending(): Promise<AccountDeletion[]>;
  /**
   * Removes a limited number of rows of the account, because other writes wait in the meantime.
   * @returns the number of removed rows; 0 when none is left
   */
  removeSome(deletion: AccountDeletion): Promise<number>;
  /**
   * Ends a deletion after a check of all stored data. It resolves to false, and the deletion continues, if anything is
   * left or a request from before the deletion may still write.
   */
  finish(deletion: AccountDeletion): Promise<boolean>;
}
