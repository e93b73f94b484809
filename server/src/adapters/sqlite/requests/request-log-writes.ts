import type { DatabaseSync } from 'node:sqlite';
import { type LoggedRequest, latencySteps } from '../../../ports/request-log.ts';
import { requireAccountNumber } from '../accounts/account-numbers.ts';
import { prepare, readValue } from '../connection/prepare.ts';

export type AppendedRequest = LoggedRequest & { latencyStep: number };

const dayMs = 24 * 60 * 60 * 1000;
/** One write deletes at most so many rows, because other writes wait meanwhile. */
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
} satisfies Record<Exclude<keyof LoggedRequest, 'accountId'>, string>;
const fields = Object.keys(columns) as (keyof typeof columns)[];

/** Selects each column under the name of its field. */
export const requestColumns = fields.map((field) => `${columns[field]} AS ${field}`).join(', ');

const insertSql = `INSERT INTO request_log (owner, ${Object.values(columns).join(', ')})
  VALUES (?${', ?'.repeat(fields.length)})`;

export function insertRequest(db: DatabaseSync, accountNumber: number, request: LoggedRequest): void {
  prepare(db, insertSql).run(accountNumber, ...fields.map((field) => request[field]));
}

/** Holds the sums that one batch adds to a row of `request_day`. */
interface DaySums {
  accountNumber: number;
  day: number;
  operation: string;
  /** Counts requests by the first digit of their status, from 2. */
  statuses: [number, number, number, number];
  writes: number;
  searches: number;
  latencies: Uint32Array;
}

export const requestLogWrites = {
  appendRequests(db: DatabaseSync, rows: AppendedRequest[]): void {
    const sums = new Map<string, DaySums>();
    const accountNumbers = new Map<string, number>();
    for (const row of rows) {
      const accountNumber = accountNumbers.get(row.accountId) ?? requireAccountNumber(db, row.accountId);
      accountNumbers.set(row.accountId, accountNumber);
      insertRequest(db, accountNumber, row);
      addTo(sums, accountNumber, row);
    }
    for (const one of sums.values()) storeSums(db, one);
  },

  purgeRequests(
    db: DatabaseSync,
    { rowsBefore, sumsBeforeDay }: { rowsBefore: number; sumsBeforeDay: number },
  ): number {
    prepare(db, 'DELETE FROM request_day WHERE day < ?').run(sumsBeforeDay);
    const { changes } = prepare(
      db,
      // The join finds old rows by account: an index by age would cost every request more than this rare scan.
      `DELETE FROM request_log WHERE number IN (
         SELECT old.number FROM account CROSS JOIN request_log AS old ON old.owner = account.number
         WHERE old.created_at < ? LIMIT ${maxPurged})`,
    ).run(rowsBefore);
    return Number(changes);
  },
};

function addTo(sums: Map<string, DaySums>, accountNumber: number, row: AppendedRequest): void {
  const { operation, metered, latencyStep } = row;
  const day = Math.floor(row.createdAt / dayMs);
  const key = `${accountNumber} ${day} ${operation}`;
  const one = sums.get(key) ?? {
    ...{ accountNumber, day, operation, statuses: [0, 0, 0, 0], writes: 0, searches: 0 },
    latencies: new Uint32Array(latencySteps),
  };
  sums.set(key, one);
  const statusClass = Math.floor(row.statusCode / 100) - 2;
  one.statuses[statusClass] = (one.statuses[statusClass] as number) + 1;
  if (metered === 'memory_write') one.writes++;
  if (metered === 'memory_search') one.searches++;
  one.latencies[latencyStep] = (one.latencies[latencyStep] as number) + 1;
}

function storeSums(
  db: DatabaseSync,
  { accountNumber, day, operation, statuses, writes, searches, latencies }: DaySums,
): void {
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
  ).run(accountNumber, day, operation, ...statuses, writes, searches, new Uint8Array(latencies.buffer));
}

/** Adds a stored histogram to one in memory. The copy aligns its bytes, which may begin anywhere in a buffer. */
export function addLatencies(to: Uint32Array | number[], stored: Uint8Array): void {
  const counts = new Uint32Array(stored.slice().buffer);
  for (const [step, count] of counts.entries()) to[step] = (to[step] as number) + count;
}
