/**
 * Announces memories that wait for ingest to workers. An announcement is only a hint: the truth is the row, so a lost
 * or doubled one is harmless. Workers also poll for due rows.
 */
export interface IngestQueue {
  /** Makes a best effort: it never throws and never waits for a worker. */
  announce(memoryId: string): void;
  /**
   * Calls `work` after an announcement, and at least every `pollMs` for rows that are due by time. There is one call at
   * a time; announcements that arrive meanwhile lead to one further call. Each announcement reaches one of several
   * workers, and goes to the others while `work` has not ended. `stop` makes no further calls, and resolves when the
   * running one has ended.
   */
  consume(work: () => Promise<void>, options: { pollMs: number }): { stop(): Promise<void> };
  /** Describes to people why announcements do not arrive at present; null: all is well. */
  problem(): string | null;
  /**
   * The announcements by state; empty when the queue keeps none.
   * @throws when they are kept outside this process, and out of reach
   */
  counts(): Promise<Record<string, number>>;
  /** To be called when every consumer has stopped. */
  close(): Promise<void>;
}
