import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { MonthRecord, RecordKind, Records, RequestRecord } from '../../../ports/records.ts';
import { latencySteps } from '../../../ports/request-log.ts';
import { type KeyRow, keyColumns, toKey } from '../accounts/account-rows.ts';
import { accountWrites } from '../accounts/account-writes.ts';
import { prepare } from '../connection/prepare.ts';
import type { DayRow } from '../requests/read-requests.ts';
import { addLatencies, requestColumns, toRequestValues } from '../requests/request-log-writes.ts';
import { putMemory, toMemoryRecord, type WholeRow } from './memory-records.ts';

/** Columns, and what a record has in them. */
interface Columns<Kind extends RecordKind> {
  names: string;
  of(record: Records[Kind]): SQLInputValue[];
}

/** How records of a kind lie in their table. */
interface RecordTable<Kind extends RecordKind> {
  /** A query for an account's records, as far as the number of the account. */
  select: string;
  /** They identify a record of the account. */
  identity: Columns<Kind>;
  /** The order of the pages, where it is not that of `identity`. */
  order?: Columns<Kind>;
  /** The row is as `select` describes it. */
  toRecord(row: never, accountId: string, db: DatabaseSync): Records[Kind];
  /** Writes a record, in the place of one with the same identity. */
  put(db: DatabaseSync, owner: number, record: Records[Kind]): void;
}

export const recordTables: { [Kind in RecordKind]: RecordTable<Kind> } = {
  memory: {
    select: 'SELECT * FROM memory WHERE owner = ?',
    identity: { names: 'id', of: ({ memory }) => [memory.id] },
    toRecord: (row: WholeRow, accountId, db) => toMemoryRecord(row, accountId, db),
    put: putMemory,
  },

  request: {
    select: `SELECT id, created_at AS createdAt, method, path, operation, source, status_code AS statusCode,
      latency_ms AS latencyMs, key_id AS keyId, key_prefix AS keyPrefix, metered, number AS "order"
      FROM request_log WHERE owner = ?`,
    identity: { names: 'created_at, id', of: ({ createdAt, id }) => [createdAt, id] },
    order: { names: 'created_at, number', of: ({ createdAt, order }) => [createdAt, order] },
    toRecord: (row: Omit<RequestRecord, 'ownerId'>, ownerId) => ({ ...row, ownerId }),
    put(db, owner, record) {
      const remove = prepare(db, 'DELETE FROM request_log WHERE owner = ? AND created_at = ? AND id = ?');
      remove.run(owner, record.createdAt, record.id);
      const values = toRequestValues(owner, record);
      prepare(db, `INSERT INTO request_log (${requestColumns}) VALUES (${marksFor(values)})`).run(...values);
    },
  },

  month: {
    select: `SELECT month, memory_writes AS memoryWrites, memory_searches AS memorySearches
      FROM usage_month WHERE owner = ?`,
    identity: { names: 'month', of: ({ month }) => [month] },
    toRecord: (row: MonthRecord) => ({ ...row }),
    put(db, owner, { month, memoryWrites, memorySearches }) {
      prepare(
        db,
        'INSERT OR REPLACE INTO usage_month (owner, month, memory_writes, memory_searches) VALUES (?, ?, ?, ?)',
      ).run(owner, month, memoryWrites, memorySearches);
    },
  },

  day: {
    select: 'SELECT * FROM request_day WHERE owner = ?',
    identity: { names: 'day, operation', of: ({ day, operation }) => [day, operation] },
    toRecord({ day, operation, memory_writes, memory_searches, ...row }: DayRow) {
      const latencies = new Uint32Array(latencySteps);
      addLatencies(latencies, row.latencies);
      return {
        ...{ day, operation, memoryWrites: memory_writes, memorySearches: memory_searches },
        statuses: { 2: row.status_2xx, 3: row.status_3xx, 4: row.status_4xx, 5: row.status_5xx },
        latencies: [...latencies],
      };
    },
    put(db, owner, { day, operation, statuses, memoryWrites, memorySearches, latencies }) {
      prepare(db, 'INSERT OR REPLACE INTO request_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        ...[owner, day, operation, statuses[2], statuses[3], statuses[4], statuses[5], memoryWrites, memorySearches],
        new Uint8Array(Uint32Array.from(latencies).buffer),
      );
    },
  },

  key: {
    select: `SELECT ${keyColumns}, hash FROM api_key JOIN account ON account.number = api_key.account
      WHERE account.number = ?`,
    identity: { names: 'api_key.created_at, api_key.id', of: ({ key }) => [key.createdAt, key.id] },
    toRecord: (row: KeyRow & { hash: Uint8Array }) => ({ key: toKey(row), hash: Buffer.from(row.hash) }),
    put(db, owner, { key, hash }) {
      prepare(db, 'DELETE FROM api_key WHERE account = ? AND id = ?').run(owner, key.id);
      accountWrites.createKey(db, { key, hash });
    },
  },
};

/** As many placeholders as there are values. */
export function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
