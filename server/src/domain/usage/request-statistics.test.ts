import { describe, expect, it } from 'vitest';
import type { Reader } from '../../ports/record-store.ts';
import { type AppendedRequest, sumByDay } from './request-log-commands.ts';
import { latencyStep, latencySteps, percentile, statisticsQueries } from './request-statistics.ts';

const dayMs = 24 * 60 * 60 * 1000;

function request(changes: Partial<AppendedRequest>): AppendedRequest {
  return {
    ...{ id: 'req_1', accountId: 'acct_ana', createdAt: 0, method: 'GET', path: '/memories', source: 'rest' },
    ...{ operation: 'listMemories', statusCode: 200, latencyMs: 1, latencyStep: 3, keyId: null, keyPrefix: null },
    ...{ metered: null, meteredTimes: 1, count: 1, limitedMinute: null },
    ...changes,
  };
}

it('adds up the requests of each account, day and operation apart', () => {
  const others = [{ accountId: 'acct_ben' }, { createdAt: dayMs }, { operation: 'search' }];
  const sums = sumByDay([request({}), ...others.map(request), request({ statusCode: 503, metered: 'memory_write' })]);
  expect(sums).toHaveLength(4);
  const [first] = sums;
  expect(first).toMatchObject({ statuses: { 2: 1, 5: 1 }, memoryWrites: 1, memorySearches: 0, latencies: { 3: 2 } });
});

it('lists days by age, and operations by their requests, then by name', async () => {
  const rows = [
    ...[request({ createdAt: dayMs, operation: 'b' }), request({ operation: 'a', statusCode: 404 })],
    ...[request({ operation: 'c' }), request({ operation: 'c' })],
  ];
  const reader = { scan: async () => sumByDay(rows) } as unknown as Reader;
  const range = { accountId: 'acct_ana', firstDay: 0, lastDay: 1 };
  const { days, operations, statusClasses, totals } = await statisticsQueries.requestSums(reader, range);
  expect(totals).toMatchObject({ requests: 4, errors: 1 });
  expect(days.map(({ day, requests, errors }) => [day, requests, errors])).toEqual([
    [0, 3, 1],
    [1, 1, 0],
  ]);
  expect(operations.map(({ operation }) => operation)).toEqual(['c', 'a', 'b']);
  expect(operations[0]?.latencies[3]).toBe(2);
  expect(statusClasses).toEqual({ 2: 3, 3: 0, 4: 1, 5: 0 });
});

function histogram(latencies: readonly number[]): number[] {
  const counts = new Array<number>(latencySteps).fill(0);
  for (const ms of latencies) counts[latencyStep(ms)] = (counts[latencyStep(ms)] as number) + 1;
  return counts;
}

describe('latency percentiles', () => {
  it('are never below the true value, and at most a step of 14 % above it', () => {
    const latencies = Array.from({ length: 5_000 }, (_, i) => 0.2 + ((i * 7919) % 5_000) + i / 10_000);
    const sorted = latencies.toSorted((a, b) => a - b);
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = sorted[Math.ceil(sorted.length * share) - 1] as number;
      const given = percentile(histogram(latencies), share);
      expect(given).toBeGreaterThanOrEqual(exact * 0.995);
      expect(given).toBeLessThanOrEqual(exact * 1.14);
    }
  });

  it('of two days together are those of the sum of their histograms', () => {
    const monday = [1, 2, 3, 400];
    const tuesday = [5, 6, 700];
    const added = histogram(monday).map((count, step) => count + (histogram(tuesday)[step] as number));
    expect(percentile(added, 0.95)).toBe(percentile(histogram([...monday, ...tuesday]), 0.95));
  });

  it('hold any latency from zero to hours', () => {
    for (const ms of [0, 0.01, 1, 599_999, 600_000, 1e9, Number.NaN]) {
      expect(latencyStep(ms)).toBeGreaterThanOrEqual(0);
      expect(latencyStep(ms)).toBeLessThan(latencySteps);
    }
    expect(percentile(histogram([]), 0.5)).toBe(0);
  });
});
