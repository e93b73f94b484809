import { field, type RecordWith } from '../../ports/record-fields.ts';
import { type Counts, kind } from '../../ports/record-store.ts';

const monthFields = {
  accountId: 'account',
  /** The calendar month in UTC: its first moment. */
  month: 'integer',
  memoryWrites: 'integer',
  memorySearches: 'integer',
} as const;

/** The counts of an account in a calendar month. */
export type UsageMonth = RecordWith<typeof monthFields>;

export const usageMonths = kind<UsageMonth>()({
  name: 'usage_months',
  fields: monthFields,
  key: ['accountId', 'month'],
  indexes: {},
  counter: true,
});

/** The response to retries with the same Idempotency-Key. */
export interface StoredResponse {
  fingerprint: string;
  /** The JSON text of the response as a value, which is rendered at each send. Empty: the subject is gone. */
  body: string;
  /** The memory or webhook whose content the body shows. The body ends with it. null: the body shows no content. */
  subjectId: string | null;
}

/** Stores `response` under the key, together with the write. */
export interface IdempotencyRecord {
  /** The credential and the Idempotency-Key. */
  key: string;
  response: StoredResponse;
  expiresAt: number;
}

/** The response to a write with an Idempotency-Key, until it expires. */
export interface KeptResponse extends StoredResponse, Omit<IdempotencyRecord, 'response'> {
  accountId: string;
}

export const keptResponses = kind<KeptResponse>()({
  name: 'stored_responses',
  fields: {
    accountId: 'account',
    key: 'text',
    fingerprint: 'text',
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

const requestFields = {
  accountId: 'account',
  /** The position in the log. */
  order: 'integer',
  id: 'text',
  /** The time of arrival, in milliseconds since the epoch. */
  createdAt: 'integer',
  method: 'text',
  path: 'text',
  operation: 'text',
  source: field<RequestSource>('text'),
  statusCode: 'integer',
  latencyMs: 'real',
  keyId: field<string | null>('text'),
  keyPrefix: field<string | null>('text'),
  metered: field<Metered | null>('text'),
  /** The number of requests in the row. */
  count: 'integer',
  /** The minute since the epoch whose rejected requests share the row; null for a row of its own. */
  limitedMinute: field<number | null>('integer'),
} as const;

/**
 * One authenticated request, without its text, key, query string and body. Requests that the rate limit rejected share
 * a row for each minute and operation. The row has the properties of the first one.
 */
export type LoggedRequest = RecordWith<typeof requestFields>;

export const requests = kind<LoggedRequest>()({
  name: 'requests',
  fields: requestFields,
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

const dayFields = {
  accountId: 'account',
  /** Days since the epoch. */
  day: 'integer',
  operation: 'text',
  /** Requests by the first digit of their status. */
  statuses: field<Counts>('counts'),
  memoryWrites: 'integer',
  memorySearches: 'integer',
  /** Requests by latency step. */
  latencies: field<Counts>('counts'),
} as const;

export type RequestDay = RecordWith<typeof dayFields>;

export const requestDays = kind<RequestDay>()({
  name: 'request_days',
  fields: dayFields,
  key: ['accountId', 'day', 'operation'],
  indexes: { age: { on: ['day', 'accountId', 'operation'] } },
  counter: true,
});
