import { toMilliseconds, toTimeRange } from '../../api/dates.ts';
import { preferredWaitMs } from '../../api/headers.ts';
import type { Handlers } from '../../api/operation-types.ts';
import { presentFields, toDateTime } from '../../api/present-fields.ts';
import type { HttpServices } from '../../api/services.ts';
import { followRequests } from '../../domain/usage/follow-requests.ts';
import type { LoggedRequest } from '../../domain/usage/kinds.ts';
import { getUsage } from '../../domain/usage/quota.ts';
import { requestStatistics, type Totals } from '../../domain/usage/request-statistics.ts';

const dayMs = 24 * 60 * 60 * 1000;

export function usageHandlers(services: Pick<HttpServices, 'usage' | 'records' | 'followers' | 'clock'>) {
  return {
    async getUsage(_request, { account }) {
      const { used, limits, period } = await getUsage(services, account);
      const of = (name: keyof typeof used) => ({ used: used[name], limit: limits[name] });
      const body = {
        ...{ plan: account.plan, period: { start: toDateTime(period.start), end: toDateTime(period.end) } },
        ...{ memory_write: withRemaining(of('memoryWrites')), memory_search: withRemaining(of('memorySearches')) },
        ...{ end_users: of('endUsers'), projects: of('projects') },
      };
      return { status: 200, body };
    },

    async listRequests(request, { account }) {
      const { query } = request;
      const { after } = query;
      if (after !== undefined) request.unlogged();
      const filters = {
        ...{ accountId: account.id, limit: query.limit ?? 100, offset: query.offset ?? 0 },
        ...{ statusCode: query.status_code, isFailed: query.failed, source: query.source },
        ...{ operation: query.operation, keyId: query.key_id },
        ...toTimeRange(query, 'from', 'to'),
      };
      const waitMs = preferredWaitMs(request.header('prefer'));
      const follow = { query: filters, after, waitMs, left: request.left() };
      const { rows, total, newerCursor } = await followRequests(services, follow);
      if (after !== undefined && waitMs > 0) await request.checkCredential();
      return { status: 200, body: { results: rows.map(presentRequest), total, newer_cursor: newerCursor } };
    },

    async getRequestStats({ query }, { account }) {
      const range = { from: toFirstMoment('/from', query.from), to: toFirstMoment('/to', query.to) };
      return { status: 200, body: presentStatistics(await requestStatistics(services, account.id, range)) };
    },
  } satisfies Partial<Handlers>;
}

/** After a change to a smaller plan, the usage may exceed the limit. */
function withRemaining({ used, limit }: { used: number; limit: number | null }) {
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) };
}

function presentRequest(row: LoggedRequest) {
  return {
    ...presentFields(row, 'id', 'createdAt', 'method', 'path', 'operation', 'source', 'statusCode'),
    ...presentFields(row, 'latencyMs', 'keyId', 'keyPrefix', 'count'),
  };
}

function toFirstMoment(path: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return toMilliseconds(path, /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
}

function presentStatistics(statistics: Awaited<ReturnType<typeof requestStatistics>>) {
  const { firstDay, lastDay, totals, operations, statusClasses, days } = statistics;
  return {
    from: toDate(firstDay),
    to: toDate(lastDay),
    totals: presentTotals(totals),
    by_operation: operations.map(({ operation, requests, errors, p50, p95, p99 }) => ({
      ...{ operation, count: requests, errors, latency_ms: { p50, p95, p99 } },
    })),
    by_status: { '2xx': statusClasses[2], '3xx': statusClasses[3], '4xx': statusClasses[4], '5xx': statusClasses[5] },
    days: days.map(({ day, ...counts }) => ({ date: toDate(day), ...presentTotals(counts) })),
  };
}

function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function presentTotals({ requests, memoryWrites, memorySearches, errors }: Totals) {
  return { requests, memory_write: memoryWrites, memory_search: memorySearches, errors };
}
