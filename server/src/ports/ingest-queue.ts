/**
 * Tells workers that a memory waits for ingest. It only carries hints: the truth is the row, so a lost or doubled
 * announcement is harmless. Workers also look for due rows by themselves.
 */
export interface IngestQueue {
  /** Best effort; never throws and never waits for a worker. */
  announce(memoryId: string): void;
  /**
   * Calls `work` when something was announced, and at least every `pollMs` to pick up what is due by time.
   * One call at a time; announcements that arrive meanwhile lead to one further call.
   */
  consume(work: () => Promise<void>, options: { pollMs: number }): IngestConsumer;
}

export interface IngestConsumer {
  /** No further calls; resolves when the running one has ended. */
  stop(): Promise<void>;
}
