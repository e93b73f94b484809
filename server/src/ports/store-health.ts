/** Checks the store, and deletes data by age. */
export interface StoreHealth {
  /**
   * Reads and writes the store. Resolves to other problems that need attention.
   * @throws {StoreUnavailableError} when the store can not be read or written
   */
  probe(): Promise<string[]>;
  /** Deletes idempotency records that have expired. Resolves to their number. */
  purgeResponses(now: number): Promise<number>;
}
