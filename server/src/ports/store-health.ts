/** Whether the store works, and what it deletes by age. */
export interface StoreHealth {
  /**
   * Resolves when the store has just been read and written, to what else of it needs attention; throws
   * {@link StoreUnavailableError} otherwise.
   */
  probe(): Promise<string[]>;
  /** Deletes idempotency records that have expired. Resolves to their number. */
  purgeResponses(now: number): Promise<number>;
}
