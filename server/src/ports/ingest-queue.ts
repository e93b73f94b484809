/**
 * Tells workers that a memory waits for ingest. It only carries hints: the truth is the row, so a lost or doubled
 * announcement is harmless. Workers also look for due rows by themselves.
 */
export interface IngestQueue {
  /** Best effort; never throws and never waits for a worker. */
  announce(memoryId: string): void;
  /**
   * Calls `work` when something was announced, and at least every `pollMs` to pick up what is due by time.
   * One call at a time; announcements that arrive meanwhile lead to one further call. Of several workers each
   * announcement reaches one; as long as `work` has not ended, the others get what comes.
   */
  consume(work: () => Promise<void>, options: { pollMs: number }): IngestConsumer;
  /** Why announcements do not arrive at present; null when all is well. For people. */
  problem(): string | null;
  /**
   * Announcements by state; empty when none is kept anywhere.
   * @throws when they are kept elsewhere and that can not be reached
   */
  counts(): Promise<Record<string, number>>;
  /** Call when every consumer has stopped. */
  close(): Promise<void>;
}

export interface IngestConsumer {
  /** No further calls; resolves when the running one has ended. */
  stop(): Promise<void>;
}
