import { EventEmitter } from 'node:events';
import type { Clock } from '../../ports/clock.ts';
import { unknownCursor } from '../../ports/errors.ts';
import { readCursor, writeCursor } from './page-cursor.ts';
import type { RequestPage, RequestQuery, RequestRecords } from './request-log-commands.ts';

/** Lets requests wait until the log of their account has new rows. */
export type RequestFollowers = ReturnType<typeof createRequestFollowers>;

const maxWaiting = 5;
/** Another process may write rows, so a waiting request reads the log after this time, too. */
const pollMs = 1_000;
/**
 * The longest duration of the requests that are found after a position. Rows are indexed by the time at which requests
 * arrived, so only those of this time are read. A request that took longer is missing from them.
 */
const maxDurationMs = 5 * 60_000;

export function createRequestFollowers() {
  const written = new EventEmitter();
  let released = false;

  function wake(accountIds: Iterable<string | symbol>): void {
    for (const accountId of new Set(accountIds)) written.emit(accountId);
  }

  return {
    /**
     * Begins to wait for new rows; null if the process stops, or too many requests of the account wait. `over` resolves
     * when rows were written, the time has passed, the wait was ended, or the process stops. It never rejects.
     */
    wait(accountId: string, waitMs: number) {
      if (released || written.listenerCount(accountId) >= maxWaiting) return null;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(end, waitMs);
      function end(): void {
        clearTimeout(timer);
        written.off(accountId, end);
        resolve();
      }
      written.on(accountId, end);
      return { over, end };
    },
    wake,
    /** Ends every wait, including later ones. */
    release(): void {
      released = true;
      wake(written.eventNames());
    },
  };
}

export interface FollowInput {
  query: Omit<RequestQuery, 'after'>;
  /** The `newerCursor` of a page, after which later rows begin. */
  after: string | undefined;
  waitMs: number;
  /** Resolves when no request waits for the page any longer. */
  left: Promise<void>;
}

/** Lists requests, or waits for those after a cursor. @throws {DomainError} `invalid_request` for an unknown cursor */
export async function followRequests(
  { records, followers, clock }: { records: Pick<RequestRecords, 'query'>; followers: RequestFollowers; clock: Clock },
  { query, after, waitMs, left }: FollowInput,
) {
  const list = (all: RequestQuery) => records.query(query.accountId, 'listRequests', all);
  if (after === undefined) return toFollowed(clock.now(), await list(query));
  const unknown = () => unknownCursor('after', 'newer_cursor');
  const [at = 0, number = 0] = readCursor(after, /^(\d{1,15}) log_(\d{1,15})$/, unknown).map(Number);
  const from = Math.max(query.from ?? 0, at - maxDurationMs);
  const until = clock.now() + waitMs;
  for (;;) {
    const now = clock.now();
    // The wait begins before the read, so that no row is missed in between.
    const wait = now < until ? followers.wait(query.accountId, Math.min(until - now, pollMs)) : null;
    try {
      const page = await list({ ...query, from, after: number });
      const isLast = page.rows.length > 0 || !wait || (await Promise.race([wait.over, left.then(() => true)]));
      if (isLast) return toFollowed(page.rows.length < query.limit ? now : at, page);
    } finally {
      wait?.end();
    }
  }
}

/** @param at a time before which no row was written that follows the page */
function toFollowed(at: number, { rows, total, end }: RequestPage) {
  return { rows, total, newerCursor: writeCursor(`${at} log_${end}`) };
}
