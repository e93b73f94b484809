import type { Clock } from '../../ports/clock.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import { dayOf, daysKept } from './request-statistics.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes rows after the configured time and daily sums after 400 days. Resolves to the number of rows. */
export function purgeRequests(
  { requests, clock }: { requests: Pick<RequestLog, 'purge'>; clock: Clock },
  retentionDays: number,
): Promise<number> {
  const now = clock.now();
  return requests.purge({ rowsBefore: now - retentionDays * dayMs, sumsBeforeDay: dayOf(now) - daysKept + 1 });
}
