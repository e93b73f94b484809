/** Whether the store works, and what it forgets. */
export interface StoreHealth {
  /**
   * Resolves when the store has just been read and written, to what else of it needs attention; throws
   * {@link StoreUnavailableError} otherwise.
   */
  probe(): Promise<string[]>;
  /** Forgets idempotency answers that have expired. Resolves to how many. */
  purgeAnswers(now: number): Promise<number>;
}
