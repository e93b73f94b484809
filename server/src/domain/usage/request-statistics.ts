import type { Clock } from '../../ports/clock.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { daysKept, type RequestRecords } from './request-log.ts';
import { percentile, type Totals } from './request-sums.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 365;

/**
 * Returns statistics of whole days in UTC.
 * @param range a moment in the first and one in the last day; by default the 365 days that end today
 * @throws {DomainError} `invalid_request`
 */
export async function requestStatistics(
  { records, clock }: { records: Pick<RequestRecords, 'query'>; clock: Clock },
  accountId: string,
  range: { from?: number | undefined; to?: number | undefined },
) {
  const lastDay = dayOf(range.to ?? clock.now());
  const firstDay = range.from === undefined ? lastDay - defaultDays + 1 : dayOf(range.from);
  if (firstDay > lastDay) {
    const message =
      range.to === undefined ? 'is in the future: send today or an earlier day' : 'is after to: swap them';
    throw invalidRequest({ path: '/from', message });
  }
  if (lastDay - firstDay >= daysKept) {
    throw invalidRequest({
      path: '/from',
      message: `is ${lastDay - firstDay + 1} days before the end of to; request at most ${daysKept} days`,
    });
  }
  const sums = await records.query(accountId, 'requestSums', { accountId, firstDay, lastDay });
  const byDay = new Map(sums.days.map((one) => [one.day, one]));
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => {
    const day = firstDay + index;
    return byDay.get(day) ?? { day, requests: 0, memoryWrites: 0, memorySearches: 0, errors: 0 };
  });
  const total = (field: keyof Totals) => days.reduce((sum, day) => sum + day[field], 0);
  return {
    /** Days since the epoch, both inclusive. */
    ...{ firstDay, lastDay },
    totals: {
      requests: total('requests'),
      memoryWrites: total('memoryWrites'),
      memorySearches: total('memorySearches'),
      errors: total('errors'),
    },
    operations: sums.operations.map(({ latencies, ...operation }) => ({
      ...operation,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
    })),
    statusClasses: sums.statusClasses,
    /** All days of the range, oldest first. */
    days,
  };
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}
