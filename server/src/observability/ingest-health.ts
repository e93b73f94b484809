import type { Clock } from '../ports/clock.ts';
import type { Backlog } from '../ports/memory-store.ts';

/** A backlog counts as stuck when it is this old and nothing has left it for as long. */
const stuckAfterMs = 60_000;

export interface IngestHealth {
  /** A memory waits no longer. */
  completed(): void;
  /** Why ingest is not keeping up; empty when all is well. */
  reasons(backlog: Backlog): string[];
}

/**
 * Watches ingest from outside. Ages count from the start of the process at the earliest: it was not there before.
 * @param elsewhere - other processes do the ingest and tell this one nothing: it goes by what it sees of the backlog
 */
export function createIngestHealth(clock: Clock, { elsewhere = false } = {}): IngestHealth {
  const startedAt = clock.now();
  let progressAt = startedAt;
  let seen: { at: number; oldestPendingAt: number } | null = null;

  /** Progress is a backlog that has lost its oldest. Nothing can be said of a time when nobody looked. */
  function look(oldestPendingAt: number, now: number): void {
    if (!seen || seen.oldestPendingAt !== oldestPendingAt || now - seen.at > stuckAfterMs) progressAt = now;
    seen = { at: now, oldestPendingAt };
  }

  return {
    completed() {
      progressAt = clock.now();
    },
    reasons({ pending, oldestPendingAt }) {
      if (pending === 0 || oldestPendingAt === null) return [];
      const now = clock.now();
      if (elsewhere) look(oldestPendingAt, now);
      const waitingMs = now - Math.max(oldestPendingAt, startedAt);
      if (waitingMs <= stuckAfterMs || now - progressAt <= stuckAfterMs) return [];
      return [`${pending} memories are waiting, the oldest for ${Math.round(waitingMs / 1_000)} s, without progress`];
    },
  };
}
