export type RequestSource = 'rest' | 'mcp' | 'dashboard';
export type Metered = 'memory_write' | 'memory_search';

/** One authenticated request: never its text, key, query string or body. */
export interface LoggedRequest {
  id: string;
  accountId: string;
  /** When it arrived; milliseconds since the epoch. */
  createdAt: number;
  method: string;
  path: string;
  operation: string;
  source: RequestSource;
  statusCode: number;
  latencyMs: number;
  keyId: string | null;
  keyPrefix: string | null;
  /** What it counted as against the quota. */
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

/** Sums over UTC days; each list adds up to the same number of requests. Only days and operations that occur. */
export interface RequestSums {
  /** `day` is the number of days since the epoch. Oldest first. */
  days: ({ day: number } & Totals)[];
  operations: {
    operation: string;
    requests: number;
    errors: number;
    /** Requests by latency, in the steps given to the log. */
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
  /** Rows and sums in one transaction. `latencyStep` is the row's place in the histograms, 0 to {@link latencySteps} − 1. */
  append(rows: readonly (LoggedRequest & { latencyStep: number })[]): Promise<void>;
  /** Newest first, and how many match altogether. */
  list(query: RequestQuery): Promise<{ rows: LoggedRequest[]; total: number }>;
  /** Both days inclusive. */
  sums(accountId: string, firstDay: number, lastDay: number): Promise<RequestSums>;
  /** Forgets rows older than a moment and sums of days before a day. Resolves to how many rows. */
  purge(options: { rowsBefore: number; sumsBeforeDay: number }): Promise<number>;
}

/** Size of the latency histograms. */
export const latencySteps = 128;
