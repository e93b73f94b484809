import type { Clock } from '../ports/clock.ts';

/** A backlog is stuck if it is this old and no memory has left it for as long. */
const stuckAfterMs = 60_000;

export type IngestHealth = ReturnType<typeof createIngestHealth>;

/** @param elsewhere whether other processes do the ingest, so that only changes of the backlog show its progress */
export function createIngestHealth(clock: Clock, { elsewhere = false } = {}) {
  const startedAt = clock.now();
  let progressAt = startedAt;
  let seen: { at: number; oldestPendingAt: number } | null = null;

  /** A backlog without its former oldest memory has made progress. So has one that was not monitored for a while. */
  function look(oldestPendingAt: number, now: number): void {
    if (!seen || seen.oldestPendingAt !== oldestPendingAt || now - seen.at > stuckAfterMs) progressAt = now;
    seen = { at: now, oldestPendingAt };
  }

  return {
    completed() {
      progressAt = clock.now();
    },
    reasons({ pending, oldestPendingAt }: { pending: number; oldestPendingAt: number | null }): string[] {
      if (pending === 0 || oldestPendingAt === null) return [];
      const now = clock.now();
      if (elsewhere) look(oldestPendingAt, now);
      const waitingMs = now - Math.max(oldestPendingAt, startedAt);
      if (waitingMs <= stuckAfterMs || now - progressAt <= stuckAfterMs) return [];
      return [`${pending} memories are waiting, the oldest for ${Math.round(waitingMs / 1_000)} s, without progress`];
    },
  };
}
