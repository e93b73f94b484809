import type { RequestListParams } from '@mnema/sdk';

export const periods = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
export type Period = keyof typeof periods;

export const sources = ['rest', 'mcp', 'dashboard'] as const;
export const outcomes = ['failed', 'succeeded'] as const;

export const pageSize = 50;

/** The filters and the opened request, as the address of the page has them. */
export interface RequestsSearch {
  outcome?: (typeof outcomes)[number];
  status?: number;
  operation?: string;
  key?: string;
  source?: (typeof sources)[number];
  /** A time that ends now. Without it and `from`, all requests are shown. */
  period?: Period;
  from?: string;
  to?: string;
  /** From 1. */
  page?: number;
  /** The opened request. */
  id?: string;
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

const text = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined);

const time = (given: unknown): string | undefined =>
  typeof given === 'string' && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined;

function whole(given: unknown, min: number, max: number): number | undefined {
  const value = Number(given);
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** Reads the address. Invalid values are ignored. */
export function readRequestsSearch(given: Record<string, unknown>): RequestsSearch {
  const read = {
    outcome: oneOf(outcomes, given['outcome']),
    status: whole(given['status'], 100, 599),
    operation: text(given['operation']),
    key: text(given['key']),
    source: oneOf(sources, given['source']),
    period: oneOf(Object.keys(periods) as Period[], given['period']),
    from: time(given['from']),
    to: time(given['to']),
    page: whole(given['page'], 2, 20_000_000),
    id: text(given['id']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Whether anything narrows the list. */
export const isFiltered = ({ page: _page, id: _id, ...filters }: RequestsSearch): boolean =>
  Object.keys(filters).length > 0;

/** Whether new requests can show up: on the first page of a time that has not ended. */
export const canBeLive = ({ page, to }: RequestsSearch): boolean => page === undefined && to === undefined;

/** Returns the same filters on the first page, and for all times if that of the search has ended. */
export function toLiveSearch({ page: _page, from, to, ...filters }: RequestsSearch): RequestsSearch {
  return to === undefined && from !== undefined ? { ...filters, from } : filters;
}

/** Returns the query of the list. A period that ends now begins at a new moment each time. */
export function toListParams(search: RequestsSearch, now = Date.now()): RequestListParams {
  const { outcome, status, operation, key, source, period, from, to, page = 1 } = search;
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(outcome !== undefined && { failed: outcome === 'failed' }),
    ...(status !== undefined && { status_code: status }),
    ...(operation !== undefined && { operation }),
    ...(key !== undefined && { key_id: key }),
    ...(source !== undefined && { source }),
    ...(period === undefined
      ? { ...(from && { from }), ...(to && { to }) }
      : { from: new Date(now - periods[period]) }),
  };
}
