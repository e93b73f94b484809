import { field, kindOf, maybe } from '../../ports/record-fields.ts';
import type { Counts, RecordOf } from '../../ports/record-store.ts';

/** The counts of an account in a calendar month. */
export const usageMonths = kindOf({
  name: 'usage_months',
  fields: {
    accountId: 'account',
    /** The calendar month in UTC: its first moment. */
    month: 'integer',
    ...{ memoryWrites: 'integer', memorySearches: 'integer' },
  },
  key: ['accountId', 'month'],
  indexes: {},
  counter: true,
});
export type UsageMonth = RecordOf<typeof usageMonths>;

/** A response of which the account is known from the write. */
export type IdempotencyRecord = Omit<StoredResponse, 'accountId'>;

/** The response to retries with the same Idempotency-Key. */
export const keptResponses = kindOf({
  name: 'stored_responses',
  fields: {
    accountId: 'account',
    /** The credential and the Idempotency-Key. */
    key: 'text',
    fingerprint: 'text',
    /** The JSON text of the response as a value, which is rendered at each send. Empty: the subject is gone. */
    body: 'text',
    /** The memory or webhook whose content the body shows. The body ends with it. null: the body shows no content. */
    subjectId: maybe.text,
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
export type StoredResponse = RecordOf<typeof keptResponses>;

export type RequestSource = 'rest' | 'mcp' | 'dashboard';
export type Metered = 'memory_write' | 'memory_search';

/**
 * One authenticated request, without its text, key, query string and body. Requests that the rate limit rejected share
 * a row for each minute and operation. The row has the properties of the first one.
 */
export const requests = kindOf({
  name: 'requests',
  fields: {
    accountId: 'account',
    /** The position in the log. */
    order: 'integer',
    id: 'text',
    /** The time of arrival, in milliseconds since the epoch. */
    createdAt: 'integer',
    ...{ method: 'text', path: 'text', operation: 'text', source: field<RequestSource>('text') },
    ...{ statusCode: 'integer', latencyMs: 'real', keyId: maybe.text, keyPrefix: maybe.text },
    ...{ metered: field<Metered | null>('text'), count: 'integer' },
    /** The minute since the epoch whose rejected requests share the row; null for a row of its own. */
    limitedMinute: maybe.integer,
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
export type LoggedRequest = RecordOf<typeof requests>;

export const requestDays = kindOf({
  name: 'request_days',
  fields: {
    accountId: 'account',
    /** Days since the epoch. */
    day: 'integer',
    operation: 'text',
    /** Requests by the first digit of their status. */
    statuses: field<Counts>('counts'),
    ...{ memoryWrites: 'integer', memorySearches: 'integer', latencies: field<Counts>('counts') },
  },
  key: ['accountId', 'day', 'operation'],
  indexes: { age: { on: ['day', 'accountId', 'operation'] } },
  counter: true,
});
export type RequestDay = RecordOf<typeof requestDays>;

/** A calendar month in UTC, named by its first moment in milliseconds since the epoch. */
export type Month = number;

/** The limits of a write, and the month that counts it. A limit of null means unlimited. */
export interface WriteQuota {
  month: Month;
  memoryWrites: number | null;
  /** The limit of distinct `user_id` of live memories, without the account's own id. Archived sources are not live. */
  endUsers: number | null;
  projects: number | null;
}
