import type { DatabaseSync } from 'node:sqlite';
import { type AppendedRequest, type LoggedRequest, minuteOf } from '../../../ports/request-log.ts';
import { type RequestDay, sumByDay } from '../../store-kit/request-sums.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare, readValue } from '../connection/prepare.ts';

/** The maximum of rows that one write deletes, because other writes wait in the meantime. */
const maxPurged = 5_000;

/** Maps the fields of a request to the columns of `request_log`. */
const columns = {
  id: 'id',
  createdAt: 'created_at',
  method: 'method',
  path: 'path',
  operation: 'operation',
  source: 'source',
  statusCode: 'status_code',
  latencyMs: 'latency_ms',
  keyId: 'key_id',
  keyPrefix: 'key_prefix',
  metered: 'metered',
  count: 'count',
} satisfies Record<Exclude<keyof LoggedRequest, 'accountId'>, string>;
const fields = Object.keys(columns) as (keyof typeof columns)[];

/** The newest row of an account that is to be deleted. */
export interface LastRow {
  accountNumber: number;
  createdAt: number;
  number: number;
}

/** Selects each column under the name of its field. */
export const requestColumns = fields.map((field) => `${columns[field]} AS ${field}`).join(', ');

const insertSql = `INSERT INTO request_log (owner, limited_minute, ${Object.values(columns).join(', ')})
  VALUES (?, ?${', ?'.repeat(fields.length)})
  ON CONFLICT (owner, limited_minute, operation) WHERE limited_minute IS NOT NULL
  DO UPDATE SET count = count + excluded.count`;

/** @param limitedMinute the minute whose rejected requests share the row; null for a row of its own */
export function insertRequest(
  db: DatabaseSync,
  accountNumber: number,
  request: LoggedRequest,
  limitedMinute: number | null = null,
): void {
  prepare(db, insertSql).run(accountNumber, limitedMinute, ...fields.map((field) => request[field]));
}

export const requestLogWrites = {
  appendRequests(db: DatabaseSync, rows: AppendedRequest[]): void {
    const accountNumbers = new Map<string, number>();
    for (const { accountId } of rows) {
      const number = findAccountNumber(db, accountId);
      if (number !== undefined) accountNumbers.set(accountId, number);
    }
    const numberOf = (id: string) => accountNumbers.get(id) as number;
    const known = rows.filter(({ accountId }) => accountNumbers.has(accountId));
    for (const row of known) {
      insertRequest(db, numberOf(row.accountId), row, row.isRateLimited ? minuteOf(row) : null);
    }
    for (const day of sumByDay(known)) storeSums(db, numberOf(day.accountId), day);
  },

  purgeRequests(
    db: DatabaseSync,
    { rowsBefore, sumsBeforeDay }: { rowsBefore: number; sumsBeforeDay: number },
  ): number {
    prepare(db, 'DELETE FROM request_day WHERE day < ?').run(sumsBeforeDay);
    const { changes } = prepare(
      db,
      // The join finds old rows by account. An index by age would cost every request more than this rare scan.
      `DELETE FROM request_log WHERE number IN (
         SELECT old.number FROM account CROSS JOIN request_log AS old ON old.owner = account.number
         WHERE old.created_at < ? LIMIT ${maxPurged})`,
    ).run(rowsBefore);
    return Number(changes);
  },

  /** Deletes the rows of an account up to and including one of them. */
  purgeRequestsOf(db: DatabaseSync, { accountNumber, createdAt, number }: LastRow): number {
    const { changes } = prepare(
      db,
      `DELETE FROM request_log WHERE number IN (
         SELECT number FROM request_log WHERE owner = ? AND (created_at, number) <= (?, ?) LIMIT ${maxPurged})`,
    ).run(accountNumber, createdAt, number);
    return Number(changes);
  },
};

function storeSums(db: DatabaseSync, accountNumber: number, sums: RequestDay): void {
  const { day, operation, statuses, memoryWrites, memorySearches, latencies } = sums;
  const find = 'SELECT latencies FROM request_day WHERE owner = ? AND day = ? AND operation = ?';
  const stored = readValue<Uint8Array>(db, find, accountNumber, day, operation);
  if (stored) addLatencies(latencies, stored);
  prepare(
    db,
    `INSERT INTO request_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, day, operation) DO UPDATE SET
       status_2xx = status_2xx + excluded.status_2xx, status_3xx = status_3xx + excluded.status_3xx,
       status_4xx = status_4xx + excluded.status_4xx, status_5xx = status_5xx + excluded.status_5xx,
       memory_writes = memory_writes + excluded.memory_writes,
       memory_searches = memory_searches + excluded.memory_searches, latencies = excluded.latencies`,
  ).run(
    ...[accountNumber, day, operation, statuses[2], statuses[3], statuses[4], statuses[5]],
    ...[memoryWrites, memorySearches],
    new Uint8Array(Uint32Array.from(latencies).buffer),
  );
}

/** Adds a stored histogram to one in memory. */
function addLatencies(to: number[], stored: Uint8Array): void {
  for (const [step, count] of toCounts(stored).entries()) to[step] = (to[step] as number) + count;
}

/** Reads a stored histogram. The copy aligns its bytes, which may begin anywhere in a buffer. */
export function toCounts(stored: Uint8Array): Uint32Array {
  return new Uint32Array(stored.slice().buffer);
}
