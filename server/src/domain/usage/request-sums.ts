import { type AppendedRequest, latencySteps, type RequestSums } from '../../ports/request-log.ts';
import type { RequestDay } from './kinds.ts';

type Sums = Omit<RequestDay, 'statuses' | 'latencies'> & Record<'statuses' | 'latencies', Record<string, number>>;

const dayMs = 24 * 60 * 60 * 1000;

/** Adds up the requests of a batch for each account, day and operation. */
export function sumByDay(rows: readonly AppendedRequest[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const { accountId, createdAt, operation, statusCode, metered, meteredTimes, count, latencyStep } of rows) {
    const day = Math.floor(createdAt / dayMs);
    const none = { statuses: {}, memoryWrites: 0, memorySearches: 0, latencies: {} };
    const sum = findOrAdd(sums, `${accountId}/${day}/${operation}`, { accountId, day, operation, ...none });
    addTo(sum.statuses, Math.floor(statusCode / 100), count);
    addTo(sum.latencies, latencyStep, count);
    if (metered === 'memory_write') sum.memoryWrites += meteredTimes;
    if (metered === 'memory_search') sum.memorySearches += meteredTimes;
  }
  return [...sums.values()];
}

/** Adds up the sums of days, which come in any order. */
export function createRequestSums() {
  const days = new Map<number, RequestSums['days'][number]>();
  const operations = new Map<string, RequestSums['operations'][number]>();
  const statusClasses = { 2: 0, 3: 0, 4: 0, 5: 0 };
  return {
    add({ day, operation, statuses, memoryWrites, memorySearches, latencies }: RequestDay): void {
      const [ok = 0, redirects = 0, rejections = 0, failures = 0] = [2, 3, 4, 5].map((digit) => statuses[digit]);
      const ofDay = findOrAdd(days, day, { day, requests: 0, memoryWrites: 0, memorySearches: 0, errors: 0 });
      const histogram = () => new Array<number>(latencySteps).fill(0);
      const ofOperation = operations.get(operation) ?? { operation, requests: 0, errors: 0, latencies: histogram() };
      operations.set(operation, ofOperation);
      for (const sum of [ofDay, ofOperation]) {
        sum.requests += ok + redirects + rejections + failures;
        sum.errors += rejections + failures;
      }
      ofDay.memoryWrites += memoryWrites;
      ofDay.memorySearches += memorySearches;
      for (const step in latencies) addTo(ofOperation.latencies, Number(step), latencies[step] as number);
      for (const digit of [2, 3, 4, 5] as const) statusClasses[digit] += statuses[digit] ?? 0;
    },
    result: (): RequestSums => ({
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

function findOrAdd<Key, Found>(map: Map<Key, Found>, key: Key, added: Found): Found {
  const found = map.get(key) ?? added;
  map.set(key, found);
  return found;
}
