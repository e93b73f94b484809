export type RequestSource = 'rest' | 'mcp' | 'dashboard';
export type Metered = 'memory_write' | 'memory_search';

/**
 * One authenticated request, without its text, key, query string and body. Requests that the rate limit rejected share
 * a row for each minute and operation. The row has the properties of the first one.
 */
export interface LoggedRequest {
  id: string;
  accountId: string;
  /** The time of arrival, in milliseconds since the epoch. */
  createdAt: number;
  method: string;
  path: string;
  operation: string;
  source: RequestSource;
  statusCode: number;
  latencyMs: number;
  keyId: string | null;
  keyPrefix: string | null;
  /** The quota that counted the request. */
  metered: Metered | null;
  /** The number of requests in the row. */
  count: number;
}

/** A row to be written. */
export interface AppendedRequest extends LoggedRequest {
  /** How often the quota counted the request. Only the sums store it, not the row. */
  meteredTimes: number;
  /** From 0 to {@link latencySteps} − 1. */
  latencyStep: number;
  /**
   * Whether the rate limit rejected the requests. Their count is then added to that of a stored row of their minute.
   */
  isRateLimited: boolean;
}

export interface RequestQuery {
  accountId: string;
  limit: number;
  offset: number;
  statusCode?: number;
  /** Whether the status is 400 or more. */
  isFailed?: boolean;
  source?: RequestSource;
  operation?: string;
  keyId?: string;
  /** Inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
  /** Only rows that were written after this position of the log, in the order in which they were written. */
  after?: number;
}

export interface RequestPage {
  /** Newest first. After a position, rows are in the order of the log. */
  rows: LoggedRequest[];
  /** The number of all rows that match. */
  total: number;
  /** The position up to which the log was read. Rows that are written later come after it. */
  end: number;
}

export interface Totals {
  requests: number;
  memoryWrites: number;
  memorySearches: number;
  errors: number;
}

/** Sums over UTC days, without days and operations that have no requests. Each list has the same total of requests. */
export interface RequestSums {
  /** `day` is the number of days since the epoch. Oldest first. */
  days: ({ day: number } & Totals)[];
  operations: {
    operation: string;
    requests: number;
    errors: number;
    /** Requests by latency step. */
    latencies: number[];
  }[];
  /** Requests by the first digit of their status, 2 to 5. */
  statusClasses: Record<2 | 3 | 4 | 5, number>;
}

/**
 * Stores a row for each authenticated request, and sums for each day, which are stored longer than the rows. Every
 * method may throw {@link StoreUnavailableError}.
 */
export interface RequestLog {
  /**
   * Writes rows and sums in one transaction. If the store failed and the result is unknown, appending the rows again
   * may store them twice.
   */
  append(rows: readonly AppendedRequest[]): Promise<void>;
  list(query: RequestQuery): Promise<RequestPage>;
  /** Both days inclusive. */
  sums(accountId: string, firstDay: number, lastDay: number): Promise<RequestSums>;
  /**
   * Deletes rows older than a time, the oldest rows of each account above the maximum, and sums from before a day.
   * Resolves to the number of deleted rows.
   */
  purge(options: { rowsBefore: number; maxRowsPerAccount: number; sumsBeforeDay: number }): Promise<number>;
}

/** Returns the minute since the epoch in which a request arrived. */
export function minuteOf({ createdAt }: Pick<LoggedRequest, 'createdAt'>): number {
  return Math.floor(createdAt / 60_000);
}

/** The number of steps in the latency histograms. */
export const latencySteps = 128;
