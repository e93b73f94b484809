import type { DatabaseSync } from 'node:sqlite';
import { type LoggedRequest, latencySteps, type RequestQuery, type RequestSums } from '../../../ports/request-log.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { addLatencies } from './request-log-writes.ts';

export interface RequestPage {
  rows: LoggedRequest[];
  total: number;
}

export function listRequests(db: DatabaseSync, query: RequestQuery): RequestPage {
  const accountNumber = findAccountNumber(db, query.accountId);
  if (accountNumber === undefined) return { rows: [], total: 0 };
  const conditions: [string, string | number | undefined][] = [
    ['owner = ?', accountNumber],
    ['created_at >= ?', query.from],
    ['created_at < ?', query.to],
    ['status_code = ?', query.statusCode],
    ['operation = ?', query.operation],
    ['key_id = ?', query.keyId],
  ];
  const given = conditions.filter((condition): condition is [string, string | number] => condition[1] !== undefined);
  const where = given.map(([sql]) => sql).join(' AND ');
  const values = given.map(([, value]) => value);
  // The index holds all that is asked for; only the rows of the page itself are read.
  const { total } = prepare(db, `SELECT count(*) AS total FROM request_log WHERE ${where}`).get(...values) as {
    total: number;
  };
  const rows = prepare(
    db,
    `SELECT id, created_at AS createdAt, method, path, operation, source, status_code AS statusCode,
       latency_ms AS latencyMs, key_id AS keyId, key_prefix AS keyPrefix, metered
     FROM request_log WHERE number IN (
       SELECT number FROM request_log WHERE ${where} ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?
     ) ORDER BY created_at DESC, number DESC`,
  ).all(...values, query.limit, query.offset) as unknown as Omit<LoggedRequest, 'accountId'>[];
  return { rows: rows.map((row) => ({ ...row, accountId: query.accountId })), total };
}

export function sumRequests(
  db: DatabaseSync,
  { accountId, firstDay, lastDay }: { accountId: string; firstDay: number; lastDay: number },
): RequestSums {
  const accountNumber = findAccountNumber(db, accountId) ?? -1;
  const days = new Map<number, RequestSums['days'][number]>();
  const operations = new Map<string, { requests: number; errors: number; latencies: Uint32Array }>();
  const statusClasses = { 2: 0, 3: 0, 4: 0, 5: 0 };
  // One pass: the rows hold little but their histograms, and these must be read anyway.
  for (const row of prepare(
    db,
    `SELECT day, operation, status_2xx, status_3xx, status_4xx, status_5xx, memory_writes, memory_searches, latencies
     FROM request_day WHERE owner = ? AND day BETWEEN ? AND ?`,
  ).iterate(accountNumber, firstDay, lastDay) as Iterable<unknown> as Iterable<DayRow>) {
    const errors = row.status_4xx + row.status_5xx;
    const requests = row.status_2xx + row.status_3xx + errors;
    const day = entry(days, row.day, () => ({
      day: row.day,
      requests: 0,
      memoryWrites: 0,
      memorySearches: 0,
      errors: 0,
    }));
    day.requests += requests;
    day.errors += errors;
    day.memoryWrites += row.memory_writes;
    day.memorySearches += row.memory_searches;
    const operation = entry(operations, row.operation, () => ({
      requests: 0,
      errors: 0,
      latencies: new Uint32Array(latencySteps),
    }));
    operation.requests += requests;
    operation.errors += errors;
    addLatencies(operation.latencies, row.latencies);
    statusClasses[2] += row.status_2xx;
    statusClasses[3] += row.status_3xx;
    statusClasses[4] += row.status_4xx;
    statusClasses[5] += row.status_5xx;
  }
  return {
    days: [...days.values()].sort((a, b) => a.day - b.day),
    operations: [...operations]
      .map(([operation, { requests, errors, latencies }]) => ({
        operation,
        requests,
        errors,
        latencies: [...latencies],
      }))
      .sort((a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1)),
    statusClasses,
  };
}

/** A row of `request_day`, but for its account. */
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

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
