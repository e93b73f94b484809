import type { StoredResponse } from '../../ports/memory-rows.ts';
import { type Counts, kind } from '../../ports/record-store.ts';
import type { LoggedRequest } from '../../ports/request-log.ts';
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

export interface StoredRequest extends LoggedRequest {
  /** The position in the log. */
  order: number;
  /** The minute whose rejected requests share the row; null for a row of its own. */
  limitedMinute: number | null;
}

export const requests = kind<StoredRequest>()({
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
