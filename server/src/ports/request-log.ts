export type RequestSource = 'rest' | 'mcp' | 'dashboard';
export type Metered = 'memory_write' | 'memory_search';

/** One authenticated request, without its text, key, query string and body. */
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
}

export interface RequestQuery {
  accountId: string;
  limit: number;
  offset: number;
  statusCode?: number;
  operation?: string;
  keyId?: string;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
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
 * Keeps a row for each authenticated request, and sums for each day, which outlive the rows. Every method may throw
 * {@link StoreUnavailableError}.
 */
export interface RequestLog {
  /** Writes rows and sums in one transaction. `latencyStep` runs from 0 to {@link latencySteps} − 1. */
  append(rows: readonly (LoggedRequest & { latencyStep: number })[]): Promise<void>;
  /** Resolves to rows, newest first, and the number of all rows that match. */
  list(query: RequestQuery): Promise<{ rows: LoggedRequest[]; total: number }>;
  /** Both days inclusive. */
  sums(accountId: string, firstDay: number, lastDay: number): Promise<RequestSums>;
  /** Deletes rows older than a time and sums of days before a day. Resolves to the number of rows. */
  purge(options: { rowsBefore: number; sumsBeforeDay: number }): Promise<number>;
}

/** The number of steps in the latency histograms. */
export const latencySteps = 128;
