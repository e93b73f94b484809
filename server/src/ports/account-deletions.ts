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
 * Deletes accounts in steps, which go on after a restart. Every method resolves when its writes are durable, and may
 * throw {@link StoreUnavailableError}.
 */
export interface AccountDeletions {
  /**
   * Ends all credentials of an account. From then on no other store finds the account, and its email or phone is free.
   * @returns undefined when there is no such account
   */
  begin(accountId: string, deletion: { id: string; at: number }): Promise<DeletionCounts | undefined>;
  /** The deletions that have not ended, oldest first. */
  pending(): Promise<AccountDeletion[]>;
  /**
   * Removes some rows of the account, a limited number, because other writes wait meanwhile.
   * @returns how many there were; 0 when none is left
   */
  removeSome(deletion: AccountDeletion): Promise<number>;
  /**
   * Ends a deletion after a look at everything that is stored. It resolves to false, and the deletion goes on, when
   * anything is left or a request from before the deletion may still write.
   */
  finish(deletion: AccountDeletion): Promise<boolean>;
}
