import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { LoggedRequest, RequestPage, RequestQuery, RequestSums } from '../../../ports/request-log.ts';
import { buildRequestSums } from '../../store-kit/request-sums.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { type LastRow, requestColumns, toCounts } from './request-log-writes.ts';

export function listRequests(db: DatabaseSync, query: RequestQuery): RequestPage {
  const { accountId } = query;
  const accountNumber = findAccountNumber(db, accountId);
  // Rows that are written during this read have larger numbers.
  const newest = readValue<number | null>(db, 'SELECT max(number) FROM request_log') ?? 0;
  if (accountNumber === undefined) return { rows: [], total: 0, end: newest };
  const conditions: [sql: string, value: SQLInputValue | undefined][] = [
    ['owner = ?', accountNumber],
    ['created_at >= ?', query.from],
    ['created_at < ?', query.to],
    ['status_code = ?', query.statusCode],
    ['(status_code >= 400) = ?', query.isFailed === undefined ? undefined : Number(query.isFailed)],
    ['source = ?', query.source],
    ['operation = ?', query.operation],
    ['key_id = ?', query.keyId],
    ['number > ?', query.after],
    ['number <= ?', query.after === undefined ? undefined : newest],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = given.map(([sql]) => sql).join(' AND ');
  const values = given.map(([, value]) => value as SQLInputValue);
  // The index covers the conditions, so only the rows of the page are read.
  const total = readValue<number>(db, `SELECT count(*) FROM request_log WHERE ${where}`, ...values) as number;
  const order = query.after === undefined ? 'created_at DESC, number DESC' : 'number';
  const found = prepare<Omit<LoggedRequest, 'accountId'> & { number: number }>(
    db,
    `SELECT number, ${requestColumns} FROM request_log WHERE number IN (
       SELECT number FROM request_log WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?
     ) ORDER BY ${order}`,
  ).all(...values, query.limit, query.offset);
  const last = query.after !== undefined && found.length === query.limit ? found.at(-1)?.number : undefined;
  return { rows: found.map(({ number: _, ...row }) => ({ ...row, accountId })), total, end: last ?? newest };
}

/** Whether the whole log may have more rows than this, by the numbers of its first and last row. */
export function mayExceed(db: DatabaseSync, maxRows: number): boolean {
  const sql = 'SELECT (SELECT max(number) FROM request_log) - (SELECT min(number) FROM request_log)';
  return (readValue<number | null>(db, sql) ?? 0) >= maxRows;
}

/** Finds the newest row of an account that is older than the newest `maxRows`. */
export function newestExcessRequest(
  db: DatabaseSync,
  { accountId, maxRows }: { accountId: string; maxRows: number },
): LastRow | undefined {
  return prepare<LastRow>(
    db,
    `SELECT owner AS accountNumber, created_at AS createdAt, number FROM request_log
     WHERE owner = ? ORDER BY created_at DESC, number DESC LIMIT 1 OFFSET ?`,
  ).get(findAccountNumber(db, accountId) ?? -1, maxRows);
}

export function sumRequests(
  db: DatabaseSync,
  { accountId, firstDay, lastDay }: { accountId: string; firstDay: number; lastDay: number },
): RequestSums {
  const builder = buildRequestSums();
  // One pass is enough: the rows consist mostly of their histograms, which must be read anyway.
  const sql = 'SELECT * FROM request_day WHERE owner = ? AND day BETWEEN ? AND ?';
  const rows = prepare<DayRow>(db, sql).iterate(findAccountNumber(db, accountId) ?? -1, firstDay, lastDay);
  for (const row of rows) {
    const { day, operation, memory_writes: memoryWrites, memory_searches: memorySearches } = row;
    const latencies = toCounts(row.latencies).entries();
    builder.add({ day, operation, memoryWrites, memorySearches, statuses: toStatuses(row), latencies });
  }
  return builder.sums();
}

/** The columns of `request_day`. */
export interface DayRow {
  day: number;
  operation: string;
  status_2xx: number;
  status_3xx: number;
  status_4xx: number;
  status_5xx: number;
  memory_writes: number;
  memory_searches: number;
  latencies: Uint8Array;
}

/** Counts requests by the first digit of their status. */
export function toStatuses(row: DayRow): RequestSums['statusClasses'] {
  return { 2: row.status_2xx, 3: row.status_3xx, 4: row.status_4xx, 5: row.status_5xx };
}
