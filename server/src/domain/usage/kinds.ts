import type { StoredResponse } from '../../ports/memory-rows.ts';
import { type Counts, kind } from '../../ports/record-store.ts';
import type { Month } from '../../ports/usage-store.ts';

/** The counts of an account in a calendar month. */
export interface UsageMonth {
  accountId: string;
  month: Month;
  memoryWrites: number;
  memorySearches: number;
}

export const usageMonths = kind<UsageMonth>()({
  name: 'usage_months',
  fields: { accountId: 'account', month: 'integer', memoryWrites: 'integer', memorySearches: 'integer' },
  key: ['accountId', 'month'],
  indexes: {},
  counter: true,
});

/** The response to a write with an Idempotency-Key, until it expires. */
export interface KeptResponse extends StoredResponse {
  accountId: string;
  /** The credential and the Idempotency-Key. */
  key: string;
  expiresAt: number;
}

export const keptResponses = kind<KeptResponse>()({
  name: 'stored_responses',
  fields: {
    accountId: 'account',
    key: 'text',
    fingerprint: 'text',
    status: 'integer',
    location: 'text',
    etag: 'text',
    body: 'text',
    subjectId: 'text',
    expiresAt: 'integer',
  },
  key: ['accountId', 'key'],
  indexes: {
    subject: { on: ['accountId', 'subjectId', 'key'], where: 'subjectId' },
    expiry: { on: ['expiresAt', 'key'] },
  },
  expires: 'expiresAt',
  erases: ['body'],
  large: true,
});

export type RequestSource = 'rest' | 'mcp' | 'dashboard';
export type Metered = 'memory_write' | 'memory_search';

/**
 * One authenticated request, without its text, key, query string and body. Requests that the rate limit rejected share
 * a row for each minute and operation. The row has the properties of the first one.
 */
export interface LoggedRequest {
  id: string;
  accountId: string;
  /** The position in the log. */
  order: number;
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
  /** The minute since the epoch whose rejected requests share the row; null for a row of its own. */
  limitedMinute: number | null;
}

export const requests = kind<LoggedRequest>()({
  name: 'requests',
  fields: {
    accountId: 'account',
    order: 'integer',
    id: 'text',
    createdAt: 'integer',
    method: 'text',
    path: 'text',
    operation: 'text',
    source: 'text',
    statusCode: 'integer',
    latencyMs: 'real',
    keyId: 'text',
    keyPrefix: 'text',
    metered: 'text',
    count: 'integer',
    limitedMinute: 'integer',
  },
  key: ['accountId', 'order'],
  indexes: {
    time: {
      on: ['accountId', 'createdAt', 'order'],
      covers: ['statusCode', 'operation', 'keyId', 'source'],
    },
    limited: { on: ['accountId', 'limitedMinute', 'operation'], unique: true, where: 'limitedMinute' },
  },
  sequence: 'order',
});

/** The sums of an operation on a day. */
export interface RequestDay {
  accountId: string;
  /** Days since the epoch. */
  day: number;
  operation: string;
  /** Requests by the first digit of their status. */
  statuses: Counts;
  memoryWrites: number;
  memorySearches: number;
  /** Requests by latency step. */
  latencies: Counts;
}

export const requestDays = kind<RequestDay>()({
  name: 'request_days',
  fields: {
    accountId: 'account',
    day: 'integer',
    operation: 'text',
    statuses: 'counts',
    memoryWrites: 'integer',
    memorySearches: 'integer',
    latencies: 'counts',
  },
  key: ['accountId', 'day', 'operation'],
  indexes: { age: { on: ['day', 'accountId', 'operation'] } },
  counter: true,
});
