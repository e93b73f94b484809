import { findOrAdd } from '../../lib/find-or-add.ts';
import type { Clock } from '../../ports/clock.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Commands, Reader, RecordStore } from '../../ports/record-store.ts';
import { scanPages } from '../../ports/scan-pages.ts';
import { requestDays } from './kinds.ts';

const none = { requests: 0, memoryWrites: 0, memorySearches: 0, errors: 0 };
export type Totals = typeof none;
const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 365;
export const daysKept = 400;
const maxSums = 1_000;

/** Returns statistics of whole days in UTC. @param range moments in the first and last day @throws {DomainError} */
export async function requestStatistics(
  { records, clock }: { records: Pick<RecordStore<Commands, typeof statisticsQueries>, 'query'>; clock: Clock },
  accountId: string,
  range: { from?: number | undefined; to?: number | undefined },
) {
  const lastDay = dayOf(range.to ?? clock.now());
  const firstDay = range.from === undefined ? lastDay - defaultDays + 1 : dayOf(range.from);
  const problem = rangeProblem(firstDay, lastDay, range.to === undefined);
  if (problem) throw invalidRequest({ path: '/from', message: problem });
  const sums = await records.query(accountId, 'requestSums', { accountId, firstDay, lastDay });
  const byDay = new Map(sums.days.map((one) => [one.day, one]));
  return {
    ...sums,
    /** Days since the epoch, both inclusive. */
    ...{ firstDay, lastDay },
    operations: sums.operations.map(({ latencies, ...operation }) => {
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share));
      return { ...operation, p50, p95, p99 };
    }),
    /** All days of the range, oldest first. */
    days: Array.from({ length: lastDay - firstDay + 1 }, (_, index) => {
      const day = firstDay + index;
      return byDay.get(day) ?? { day, ...none };
    }),
  };
}

function rangeProblem(firstDay: number, lastDay: number, isUntilNow: boolean): string | undefined {
  if (firstDay > lastDay) {
    return isUntilNow ? 'is in the future: send today or an earlier day' : 'is after to: swap them';
  }
  if (lastDay - firstDay < daysKept) return undefined;
  return `is ${lastDay - firstDay + 1} days before the end of to; request at most ${daysKept} days`;
}

/** Returns the day in UTC that contains a moment, in days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

export const statisticsQueries = {
  /** Adds up the sums of days, both inclusive. Each list of the result has the same total of requests. */
  async requestSums(
    reader: Pick<Reader, 'scan'>,
    { accountId, firstDay, lastDay }: { accountId: string; firstDay: number; lastDay: number },
  ) {
    /** Days and operations without requests are absent. */
    const days = new Map<number, { day: number } & Totals>();
    const operations = new Map<string, { operation: string; requests: number; errors: number; latencies: number[] }>();
    const statusClasses = { 2: 0, 3: 0, 4: 0, 5: 0 };
    const totals = { ...none };
    const page = { of: [accountId], where: { day: { from: firstDay, to: lastDay + 1 } }, limit: maxSums };
    for await (const found of scanPages(reader, requestDays, 'key', page)) {
      for (const { day, operation, statuses, memoryWrites, memorySearches, latencies } of found) {
        const [ok = 0, redirects = 0, rejections = 0, failures = 0] = [2, 3, 4, 5].map((digit) => statuses[digit]);
        const ofDay = findOrAdd(days, day, () => ({ day, ...none }));
        const ofOperation = findOrAdd(operations, operation, () => ({
          ...{ operation, requests: 0, errors: 0, latencies: new Array<number>(latencySteps).fill(0) },
        }));
        for (const sum of [totals, ofDay, ofOperation]) {
          sum.requests += ok + redirects + rejections + failures;
          sum.errors += rejections + failures;
        }
        for (const sum of [totals, ofDay]) {
          sum.memoryWrites += memoryWrites;
          sum.memorySearches += memorySearches;
        }
        for (const step in latencies) addTo(ofOperation.latencies, Number(step), latencies[step] as number);
        for (const digit of [2, 3, 4, 5] as const) statusClasses[digit] += statuses[digit] ?? 0;
      }
    }
    const byRequests = [...operations.values()];
    byRequests.sort((a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1));
    const byAge = [...days.values()].sort((a, b) => a.day - b.day);
    return { days: byAge, operations: byRequests, statusClasses, totals };
  },
};

export function addTo(counts: Record<number, number>, name: number, more: number): void {
  counts[name] = (counts[name] ?? 0) + more;
}

export const latencySteps = 128;
const firstMs = 0.1;
/** The last step contains everything slower than ten minutes. */
const lastMs = 600_000;
const ratio = (lastMs / firstMs) ** (1 / (latencySteps - 1));

/** Returns the step of a histogram. Each is 13 % wider than the one before, which bounds the error of percentiles. */
export function latencyStep(ms: number): number {
  if (!(ms > firstMs)) return 0;
  return Math.min(latencySteps - 1, Math.ceil(Math.log(ms / firstMs) / Math.log(ratio) - 1e-9));
}

/** Returns the latency in milliseconds that a share (0..1) of the requests did not exceed; 0 without requests. */
export function percentile(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(total * share));
  let seen = 0;
  for (const [step, count] of counts.entries()) {
    seen += count;
    if (count > 0 && seen >= rank) return Number((firstMs * ratio ** step).toPrecision(3));
  }
  return 0;
}
