import type { Clock } from '../ports/clock.ts';
import type { Backlog, Failure } from '../ports/memory-store.ts';

/** A backlog counts as stuck when it is this old and nothing has left it for as long. */
const stuckAfterMs = 60_000;

/** Failures that tell of an outage, and what is out. */
const unavailable: Record<string, string> = {
  embedder_unavailable: 'the embedder',
  extractor_unavailable: 'the language model',
};

export interface IngestHealth {
  /** `failure`: it failed for good. */
  settled(failure: Failure | null): void;
  postponed(failure: Failure): void;
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
  let outage: Failure | null = null;
  let seen: { at: number; oldestPendingAt: number } | null = null;

  /** Progress is a backlog that has lost its oldest. Nothing can be said of a time when nobody looked. */
  function look(oldestPendingAt: number, now: number): void {
    if (!seen || seen.oldestPendingAt !== oldestPendingAt || now - seen.at > stuckAfterMs) progressAt = now;
    seen = { at: now, oldestPendingAt };
  }

  return {
    settled(failure) {
      progressAt = clock.now();
      if (!failure) outage = null;
    },
    postponed(failure) {
      outage = failure.code in unavailable ? failure : outage;
    },
    reasons({ pending, oldestPendingAt }) {
      if (pending === 0 || oldestPendingAt === null) {
        outage = null;
        return [];
      }
      const now = clock.now();
      if (elsewhere) look(oldestPendingAt, now);
      const reasons: string[] = [];
      if (outage) reasons.push(`${unavailable[outage.code]} is not available: ${outage.message}`);
      const waitingMs = now - Math.max(oldestPendingAt, startedAt);
      if (waitingMs > stuckAfterMs && now - progressAt > stuckAfterMs) {
        reasons.push(
          `${pending} memories are waiting, the oldest for ${Math.round(waitingMs / 1_000)} s, without progress`,
        );
      }
      return reasons;
    },
  };
}
