import { expect, it } from 'vitest';
import type { AppendedRequest } from '../../ports/request-log.ts';
import { createRequestSums, sumByDay } from './request-sums.ts';

const dayMs = 24 * 60 * 60 * 1000;

function request(changes: Partial<AppendedRequest>): AppendedRequest {
  return {
    ...{ id: 'req_1', accountId: 'acct_ana', createdAt: 0, method: 'GET', path: '/memories', source: 'rest' },
    ...{ operation: 'listMemories', statusCode: 200, latencyMs: 1, latencyStep: 3, keyId: null, keyPrefix: null },
    ...{ metered: null, meteredTimes: 1, count: 1, isRateLimited: false },
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

it('lists days by age, and operations by their requests, then by name', () => {
  const rows = [
    ...[request({ createdAt: dayMs, operation: 'b' }), request({ operation: 'a', statusCode: 404 })],
    ...[request({ operation: 'c' }), request({ operation: 'c' })],
  ];
  const sums = createRequestSums();
  for (const day of sumByDay(rows)) sums.add(day);
  const { days, operations, statusClasses } = sums.result();
  expect(days.map(({ day, requests, errors }) => [day, requests, errors])).toEqual([
    [0, 3, 1],
    [1, 1, 0],
  ]);
  expect(operations.map(({ operation }) => operation)).toEqual(['c', 'a', 'b']);
  expect(operations[0]?.latencies[3]).toBe(2);
  expect(statusClasses).toEqual({ 2: 3, 3: 0, 4: 1, 5: 0 });
});
