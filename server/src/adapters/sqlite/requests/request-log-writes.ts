import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type LoggedRequest, latencySteps } from '../../../ports/request-log.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';

export type AppendedRequest = LoggedRequest & { latencyStep: number };

const dayMs = 24 * 60 * 60 * 1000;
/** Rows deleted at a time, because other writes wait meanwhile. */
const maxPurged = 5_000;

/** As {@link toRequestValues} gives them. */
export const requestColumns =
  'owner, id, created_at, method, path, operation, source, status_code, latency_ms, key_id, key_prefix, metered';

export function toRequestValues(accountNumber: number, row: LoggedRequest): SQLInputValue[] {
  const { id, createdAt, method, path, operation, source, statusCode, latencyMs, keyId, keyPrefix, metered } = row;
  return [
    accountNumber,
    id,
    createdAt,
    method,
    path,
    operation,
    source,
    statusCode,
    latencyMs,
    keyId,
    keyPrefix,
    metered,
  ];
}

/** The sums that one batch adds to one day of one operation. */
interface DaySums {
  owner: number;
  day: number;
  operation: string;
  /** By the first digit of the status, from 2. */
  statuses: [number, number, number, number];
  writes: number;
  searches: number;
  latencies: Uint32Array;
}

export const requestLogWrites = {
  appendRequests(db: DatabaseSync, rows: AppendedRequest[]): void {
    const insert = prepare(
      db,
      `INSERT INTO request_log (${requestColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const sums = new Map<string, DaySums>();
    const accountNumbers = new Map<string, number>();
    for (const row of rows) {
      const accountNumber = accountNumbers.get(row.accountId) ?? findAccountNumber(db, row.accountId);
      if (accountNumber === undefined) throw new Error(`there is no account ${row.accountId}`);
      accountNumbers.set(row.accountId, accountNumber);
      insert.run(...toRequestValues(accountNumber, row));
      addTo(sums, accountNumber, row);
    }
    for (const one of sums.values()) keepSums(db, one);
  },

  purgeRequests(
    db: DatabaseSync,
    { rowsBefore, sumsBeforeDay }: { rowsBefore: number; sumsBeforeDay: number },
  ): number {
    prepare(db, 'DELETE FROM request_day WHERE day < ?').run(sumsBeforeDay);
    const { changes } = prepare(
      db,
      // Account by account: an index by age alone would cost each request more than this costs once in a while.
      `DELETE FROM request_log WHERE number IN (
         SELECT old.number FROM account CROSS JOIN request_log AS old ON old.owner = account.number
         WHERE old.created_at < ? LIMIT ${maxPurged})`,
    ).run(rowsBefore);
    return Number(changes);
  },
};

function addTo(sums: Map<string, DaySums>, accountNumber: number, row: AppendedRequest): void {
  const day = Math.floor(row.createdAt / dayMs);
  const key = `${accountNumber} ${day} ${row.operation}`;
  let one = sums.get(key);
  if (!one) {
    const latencies = new Uint32Array(latencySteps);
    one = {
      owner: accountNumber,
      day,
      operation: row.operation,
      statuses: [0, 0, 0, 0],
      writes: 0,
      searches: 0,
      latencies,
    };
    sums.set(key, one);
  }
  const statusClass = Math.floor(row.statusCode / 100) - 2;
  one.statuses[statusClass] = (one.statuses[statusClass] as number) + 1;
  if (row.metered === 'memory_write') one.writes++;
  if (row.metered === 'memory_search') one.searches++;
  one.latencies[row.latencyStep] = (one.latencies[row.latencyStep] as number) + 1;
}

function keepSums(
  db: DatabaseSync,
  { owner: accountNumber, day, operation, statuses, writes, searches, latencies }: DaySums,
): void {
  const known = prepare(db, 'SELECT latencies FROM request_day WHERE owner = ? AND day = ? AND operation = ?').get(
    accountNumber,
    day,
    operation,
  ) as { latencies: Uint8Array } | undefined;
  if (known) addLatencies(latencies, known.latencies);
  prepare(
    db,
    `INSERT INTO request_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, day, operation) DO UPDATE SET
       status_2xx = status_2xx + excluded.status_2xx, status_3xx = status_3xx + excluded.status_3xx,
       status_4xx = status_4xx + excluded.status_4xx, status_5xx = status_5xx + excluded.status_5xx,
       memory_writes = memory_writes + excluded.memory_writes,
       memory_searches = memory_searches + excluded.memory_searches, latencies = excluded.latencies`,
  ).run(accountNumber, day, operation, ...statuses, writes, searches, new Uint8Array(latencies.buffer));
}

/** Adds a stored histogram to one in memory. Its bytes may lie anywhere in a buffer. */
export function addLatencies(to: Uint32Array, stored: Uint8Array): void {
  const counts = new Uint32Array(stored.slice().buffer);
  for (const [step, count] of counts.entries()) to[step] = (to[step] as number) + count;
}
