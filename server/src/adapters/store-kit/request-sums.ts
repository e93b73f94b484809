import type { DayRecord } from '../../ports/records.ts';
import { type AppendedRequest, latencySteps, type RequestSums } from '../../ports/request-log.ts';
import { findOrAdd } from './find-or-add.ts';

export type RequestDay = DayRecord & { accountId: string };

const dayMs = 24 * 60 * 60 * 1000;

/** Adds up the requests of a batch for each account, day and operation. */
export function sumByDay(rows: readonly AppendedRequest[]): RequestDay[] {
  const sums = new Map<string, RequestDay>();
  for (const { accountId, createdAt, operation, statusCode, metered, meteredTimes, count, latencyStep } of rows) {
    const day = Math.floor(createdAt / dayMs);
    const sum = findOrAdd(sums, `${accountId}/${day}/${operation}`, () => ({
      ...{ accountId, day, operation, statuses: noStatuses(), memoryWrites: 0, memorySearches: 0 },
      latencies: noLatencies(),
    }));
    sum.statuses[Math.floor(statusCode / 100) as keyof DayRecord['statuses']] += count;
    sum.latencies[latencyStep] = (sum.latencies[latencyStep] as number) + count;
    if (metered === 'memory_write') sum.memoryWrites += meteredTimes;
    if (metered === 'memory_search') sum.memorySearches += meteredTimes;
  }
  return [...sums.values()];
}

/** The sums of a day and operation, whose latencies may be sparse. */
type StoredDay = Omit<DayRecord, 'latencies'> & { latencies: Iterable<readonly [step: number, requests: number]> };

/** Adds up stored days, which come in any order. */
export function buildRequestSums() {
  const days = new Map<number, RequestSums['days'][number]>();
  const operations = new Map<string, RequestSums['operations'][number]>();
  const statusClasses = noStatuses();
  return {
    add({ day, operation, statuses, memoryWrites, memorySearches, latencies }: StoredDay): void {
      const errors = statuses[4] + statuses[5];
      const requests = statuses[2] + statuses[3] + errors;
      const ofDay = findOrAdd(days, day, () => ({ day, requests: 0, memoryWrites: 0, memorySearches: 0, errors: 0 }));
      ofDay.requests += requests;
      ofDay.errors += errors;
      ofDay.memoryWrites += memoryWrites;
      ofDay.memorySearches += memorySearches;
      const noRequests = () => ({ operation, requests: 0, errors: 0, latencies: noLatencies() });
      const ofOperation = findOrAdd(operations, operation, noRequests);
      ofOperation.requests += requests;
      ofOperation.errors += errors;
      for (const [step, count] of latencies) {
        ofOperation.latencies[step] = (ofOperation.latencies[step] as number) + count;
      }
      for (const digit of [2, 3, 4, 5] as const) statusClasses[digit] += statuses[digit];
    },
    sums: (): RequestSums => ({
      days: [...days.values()].sort((a, b) => a.day - b.day),
      operations: [...operations.values()].sort(
        (a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1),
      ),
      statusClasses,
    }),
  };
}

function noLatencies(): number[] {
  return new Array<number>(latencySteps).fill(0);
}

export function noStatuses(): RequestSums['statusClasses'] {
  return { 2: 0, 3: 0, 4: 0, 5: 0 };
}
