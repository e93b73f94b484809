import type { Clock } from '../ports/clock.ts';
import type { Backlog, Failure } from '../ports/memory-store.ts';

/** A backlog counts as stuck when it is this old and nothing has left it for as long. */
const stuckAfterMs = 60_000;
/** Whoever waits for a provider asks it more often than this; an outage nobody has met since is of no memory any more. */
const outageForgottenAfterMs = 15 * 60_000;

/** Failures that tell of an outage, and what is out. */
const unavailable: Record<string, string> = {
  embedder_unavailable: 'the embedder',
  extractor_unavailable: 'the language model',
};

export interface IngestHealth {
  /** `failure`: it failed for good. */
  settled(failure: Failure | null): void;
  /** Facts were extracted: the language model is there. */
  extracted(): void;
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
  /** By the code of the failure: one provider may be out while the other answers. */
  const outages = new Map<string, { message: string; at: number }>();
  let seen: { at: number; oldestPendingAt: number } | null = null;

  /** Progress is a backlog that has lost its oldest. Nothing can be said of a time when nobody looked. */
  function look(oldestPendingAt: number, now: number): void {
    if (!seen || seen.oldestPendingAt !== oldestPendingAt || now - seen.at > stuckAfterMs) progressAt = now;
    seen = { at: now, oldestPendingAt };
  }

  return {
    settled(failure) {
      progressAt = clock.now();
      if (!failure) outages.delete('embedder_unavailable');
    },
    extracted() {
      outages.delete('extractor_unavailable');
    },
    postponed({ code, message }) {
      if (code in unavailable) outages.set(code, { message, at: clock.now() });
    },
    reasons({ pending, oldestPendingAt }) {
      if (pending === 0 || oldestPendingAt === null) {
        outages.clear();
        return [];
      }
      const now = clock.now();
      if (elsewhere) look(oldestPendingAt, now);
      const reasons: string[] = [];
      for (const [code, { message, at }] of outages) {
        if (now - at > outageForgottenAfterMs) outages.delete(code);
        else reasons.push(`${unavailable[code]} is not available: ${message}`);
      }
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
