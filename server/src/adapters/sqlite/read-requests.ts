import type { DatabaseSync } from 'node:sqlite';
import { type LoggedRequest, latencySteps, type RequestQuery, type RequestSums } from '../../ports/request-log.ts';
import { findOwner } from './owners.ts';
import { prepare } from './prepare.ts';
import { addLatencies } from './request-log-writes.ts';

export interface RequestPage {
  rows: LoggedRequest[];
  total: number;
}

export function listRequests(db: DatabaseSync, query: RequestQuery): RequestPage {
  const owner = findOwner(db, query.ownerId);
  if (owner === undefined) return { rows: [], total: 0 };
  const conditions: [string, string | number | undefined][] = [
    ['owner = ?', owner],
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
  ).all(...values, query.limit, query.offset) as unknown as Omit<LoggedRequest, 'ownerId'>[];
  return { rows: rows.map((row) => ({ ...row, ownerId: query.ownerId })), total };
}

export function sumRequests(
  db: DatabaseSync,
  { ownerId, firstDay, lastDay }: { ownerId: string; firstDay: number; lastDay: number },
): RequestSums {
  const owner = findOwner(db, ownerId) ?? -1;
  const range = 'WHERE owner = ? AND day BETWEEN ? AND ?';
  const sums = `sum(status_2xx + status_3xx + status_4xx + status_5xx) AS requests,
    sum(status_4xx + status_5xx) AS errors`;
  const days = prepare(
    db,
    `SELECT day, ${sums}, sum(memory_writes) AS memoryWrites, sum(memory_searches) AS memorySearches
     FROM request_day ${range} GROUP BY day ORDER BY day`,
  ).all(owner, firstDay, lastDay) as unknown as RequestSums['days'];
  const operations = prepare(
    db,
    `SELECT operation, ${sums} FROM request_day ${range} GROUP BY operation ORDER BY requests DESC, operation`,
  ).all(owner, firstDay, lastDay) as unknown as { operation: string; requests: number; errors: number }[];
  const statuses = prepare(
    db,
    `SELECT coalesce(sum(status_2xx), 0) AS "2", coalesce(sum(status_3xx), 0) AS "3",
       coalesce(sum(status_4xx), 0) AS "4", coalesce(sum(status_5xx), 0) AS "5" FROM request_day ${range}`,
  ).get(owner, firstDay, lastDay) as unknown as RequestSums['statusClasses'];
  const latencies = new Map<string, Uint32Array>();
  for (const row of prepare(db, `SELECT operation, latencies FROM request_day ${range}`).iterate(
    owner,
    firstDay,
    lastDay,
  ) as Iterable<unknown> as Iterable<{ operation: string; latencies: Uint8Array }>) {
    let merged = latencies.get(row.operation);
    if (!merged) {
      merged = new Uint32Array(latencySteps);
      latencies.set(row.operation, merged);
    }
    addLatencies(merged, row.latencies);
  }
  return {
    days,
    operations: operations.map((one) => ({ ...one, latencies: [...(latencies.get(one.operation) ?? [])] })),
    statusClasses: { ...statuses },
  };
}
