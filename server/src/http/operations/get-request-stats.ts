import { toMilliseconds } from '../../api/dates.ts';
import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { requestStatistics } from '../../domain/usage/request-statistics.ts';
import type { Totals } from '../../ports/request-log.ts';

const dayMs = 24 * 60 * 60 * 1000;

export function getRequestStatsHandler(services: Pick<HttpServices, 'requests' | 'clock'>): Handler<'getRequestStats'> {
  return async ({ query }, { account }) => {
    const { firstDay, lastDay, totals, operations, statusClasses, days } = await requestStatistics(
      services,
      account.id,
      { from: toMoment('/from', query.from), to: toMoment('/to', query.to) },
    );
    return {
      status: 200,
      body: {
        from: toDate(firstDay),
        to: toDate(lastDay),
        totals: presentTotals(totals),
        by_operation: operations.map(({ operation, requests, errors, p50, p95, p99 }) => ({
          operation,
          count: requests,
          errors,
          latency_ms: { p50, p95, p99 },
        })),
        by_status: {
          '2xx': statusClasses[2],
          '3xx': statusClasses[3],
          '4xx': statusClasses[4],
          '5xx': statusClasses[5],
        },
        days: days.map(({ day, ...counts }) => ({ date: toDate(day), ...presentTotals(counts) })),
      },
    };
  };
}

/** A date stands for its first moment. */
function toMoment(path: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return toMilliseconds(path, /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
}

function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function presentTotals({ requests, memoryWrites, memorySearches, errors }: Totals) {
  return { requests, memory_write: memoryWrites, memory_search: memorySearches, errors };
}
