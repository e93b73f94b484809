import { findOrAdd } from '../../lib/find-or-add.ts';
import type { LoggedRequest, RequestDay } from './kinds.ts';

/** A row to be written. If it belongs to a minute, its count is added to that of a stored row of the minute. */
export interface AppendedRequest extends Omit<LoggedRequest, 'order'> {
  /** How often the quota counted the request. Only the sums store it, not the row. */
  meteredTimes: number;
  /** From 0 to {@link latencySteps} − 1. */
  latencyStep: number;
}

export interface Totals {
  requests: number;
  memoryWrites: number;
  memorySearches: number;
  errors: number;
}

type Sums = Omit<RequestDay, 'statuses' | 'latencies'> & Record<'statuses' | 'latencies', Record<string, number>>;

const dayMs = 24 * 60 * 60 * 1000;

/** Adds up the requests of a batch for each account, day and operation. */
export function sumByDay(rows: readonly AppendedRequest[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const { accountId, createdAt, operation, statusCode, metered, meteredTimes, count, latencyStep } of rows) {
    const day = Math.floor(createdAt / dayMs);
    const sum = findOrAdd(sums, `${accountId}/${day}/${operation}`, () => ({
      ...{ accountId, day, operation, statuses: {}, memoryWrites: 0, memorySearches: 0, latencies: {} },
    }));
    addTo(sum.statuses, Math.floor(statusCode / 100), count);
    addTo(sum.latencies, latencyStep, count);
    if (metered === 'memory_write') sum.memoryWrites += meteredTimes;
    if (metered === 'memory_search') sum.memorySearches += meteredTimes;
  }
  return [...sums.values()];
}

/** Adds up the sums of days, which come in any order. Each list of the result has the same total of requests. */
export function createRequestSums() {
  /** Days since the epoch. Those without requests are absent, like such operations. */
  const days = new Map<number, { day: number } & Totals>();
  const operations = new Map<string, { operation: string; requests: number; errors: number; latencies: number[] }>();
  const statusClasses = { 2: 0, 3: 0, 4: 0, 5: 0 };
  return {
    add({ day, operation, statuses, memoryWrites, memorySearches, latencies }: RequestDay): void {
      const [ok = 0, redirects = 0, rejections = 0, failures = 0] = [2, 3, 4, 5].map((digit) => statuses[digit]);
      const ofDay = findOrAdd(days, day, () => ({ day, requests: 0, memoryWrites: 0, memorySearches: 0, errors: 0 }));
      const ofOperation = findOrAdd(operations, operation, () => ({
        ...{ operation, requests: 0, errors: 0, latencies: new Array<number>(latencySteps).fill(0) },
      }));
      for (const sum of [ofDay, ofOperation]) {
        sum.requests += ok + redirects + rejections + failures;
        sum.errors += rejections + failures;
      }
      ofDay.memoryWrites += memoryWrites;
      ofDay.memorySearches += memorySearches;
      for (const step in latencies) addTo(ofOperation.latencies, Number(step), latencies[step] as number);
      for (const digit of [2, 3, 4, 5] as const) statusClasses[digit] += statuses[digit] ?? 0;
    },
    result: () => ({
      /** Oldest first. */
      days: [...days.values()].sort((a, b) => a.day - b.day),
      operations: [...operations.values()].sort(
        (a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1),
      ),
      statusClasses,
    }),
  };
}

function addTo(counts: Record<number, number>, name: number, more: number): void {
  counts[name] = (counts[name] ?? 0) + more;
}

/** The number of steps in the latency histograms. */
export const latencySteps = 128;
/** The first step contains everything faster. */
const firstMs = 0.1;
/** The last step contains everything slower than ten minutes. */
const lastMs = 600_000;
const ratio = (lastMs / firstMs) ** (1 / (latencySteps - 1));

/**
 * Returns the step of a histogram for a latency. Every step is 13 % wider than the one before, so percentiles of any
 * sum of histograms are correct to within a step.
 */
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
