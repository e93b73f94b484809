/** Announces memories that wait for ingest. A lost or doubled announcement is harmless, because workers also poll. */
export interface IngestQueue {
  /** Sends an announcement if possible. It never throws and never waits for a worker. */
  announce(memoryId: string): void;
  /**
   * Calls `work` after an announcement, and at least every `pollMs`. Announcements during a call lead to one further
   * call. Each reaches one of several workers, and the others while its `work` has not ended. `stop` makes no further
   * calls, and resolves when the running one has ended.
   */
  consume(work: () => Promise<void>, options: { pollMs: number }): { stop(): Promise<void> };
  /** Explains why announcements do not arrive at the moment; null if they do. */
  problem(): string | null;
  /** The announcements by state; empty if the queue does not count them. @throws if they are unreachable */
  counts(): Promise<Record<string, number>>;
  /** Must be called after every consumer has stopped. */
  close(): Promise<void>;
}
