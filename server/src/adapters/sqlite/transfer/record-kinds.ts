import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { MonthRecord, RecordKind, Records, RequestRecord } from '../../../ports/records.ts';
import { insertKey } from '../accounts/account-writes.ts';
import { type KeyRow, keyColumns, toKey } from '../accounts/stored-account.ts';
import { auditColumns, toAuditEvent } from '../audit/audit-log.ts';
import { auditWrites } from '../audit/audit-writes.ts';
import { prepare } from '../connection/prepare.ts';
import { putDeletion, readItems } from '../deletions/deletion-records.ts';
import { type DeletionRow, selectDeletions, toDeletion } from '../deletions/stored-deletion.ts';
import { type DayRow, toStatuses } from '../requests/read-requests.ts';
import { insertRequest, requestColumns, toCounts } from '../requests/request-log-writes.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  toDelivery,
  toWebhook,
  webhookColumns,
} from '../webhooks/stored-webhook.ts';
import { putDelivery, putWebhook } from '../webhooks/webhook-records.ts';
import { putMemory, toMemoryRecord } from './memory-records.ts';

/** The names of columns, and the values of a record in them. */
interface Columns<Kind extends RecordKind> {
  names: string;
  of(record: Records[Kind]): SQLInputValue[];
}

/** The table that holds the records of a kind. */
interface RecordTable<Kind extends RecordKind> {
  /** The query for an account's records, which ends with the number of the account. */
  select: string;
  /** A condition on the records of a page. @default all of `select` */
  paged?: string;
  /** The columns that identify a record of the account. */
  identity: Columns<Kind>;
  /** The columns that order the pages. @default `identity` */
  order?: Columns<Kind>;
  /** Converts a row of `select`. */
  toRecord(row: never, accountId: string, db: DatabaseSync): Records[Kind];
  /** Writes a record, which replaces one with the same identity. */
  put(db: DatabaseSync, accountNumber: number, record: Records[Kind]): void;
}

export const recordTables: { [Kind in RecordKind]: RecordTable<Kind> } = {
  memory: {
    select: 'SELECT * FROM memory WHERE owner = ?',
    identity: { names: 'id', of: ({ memory }) => [memory.id] },
    toRecord: toMemoryRecord,
    put: putMemory,
  },

  request: {
    select: `SELECT ${requestColumns}, number AS "order" FROM request_log WHERE owner = ?`,
    identity: { names: 'created_at, id', of: ({ createdAt, id }) => [createdAt, id] },
    order: { names: 'created_at, number', of: ({ createdAt, order }) => [createdAt, order] },
    toRecord: (row: Omit<RequestRecord, 'accountId'>, accountId) => ({ ...row, accountId }),
    put(db, accountNumber, record) {
      const remove = prepare(db, 'DELETE FROM request_log WHERE owner = ? AND created_at = ? AND id = ?');
      remove.run(accountNumber, record.createdAt, record.id);
      insertRequest(db, accountNumber, record);
    },
  },

  month: {
    select: `SELECT month, memory_writes AS memoryWrites, memory_searches AS memorySearches
      FROM usage_month WHERE owner = ?`,
    identity: { names: 'month', of: ({ month }) => [month] },
    toRecord: (row: MonthRecord) => ({ ...row }),
    put(db, accountNumber, { month, memoryWrites, memorySearches }) {
      const sql =
        'INSERT OR REPLACE INTO usage_month (owner, month, memory_writes, memory_searches) VALUES (?, ?, ?, ?)';
      prepare(db, sql).run(accountNumber, month, memoryWrites, memorySearches);
    },
  },

  day: {
    select: 'SELECT * FROM request_day WHERE owner = ?',
    identity: { names: 'day, operation', of: ({ day, operation }) => [day, operation] },
    toRecord(row: DayRow) {
      const latencies = Array.from(toCounts(row.latencies));
      const { day, operation, memory_writes: memoryWrites, memory_searches: memorySearches } = row;
      return { day, operation, statuses: toStatuses(row), memoryWrites, memorySearches, latencies };
    },
    put(db, accountNumber, { day, operation, statuses, memoryWrites, memorySearches, latencies }) {
      prepare(db, 'INSERT OR REPLACE INTO request_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        ...[accountNumber, day, operation, statuses[2], statuses[3], statuses[4], statuses[5]],
        ...[memoryWrites, memorySearches, new Uint8Array(Uint32Array.from(latencies).buffer)],
      );
    },
  },

  key: {
    select: `SELECT ${keyColumns}, hash FROM api_key JOIN account ON account.number = api_key.account
      WHERE account.number = ?`,
    identity: { names: 'api_key.created_at, api_key.id', of: ({ key }) => [key.createdAt, key.id] },
    toRecord: (row: KeyRow & { hash: Uint8Array }) => ({ key: toKey(row), hash: Buffer.from(row.hash) }),
    put(db, accountNumber, { key, hash }) {
      prepare(db, 'DELETE FROM api_key WHERE account = ? AND id = ?').run(accountNumber, key.id);
      insertKey(db, { key, hash });
    },
  },

  deletion: {
    select: `${selectDeletions} WHERE account.number = ? AND state <> 'preparing'`,
    identity: { names: 'deletion.id', of: ({ deletion }) => [deletion.id] },
    order: { names: 'started_at, deletion.id', of: ({ deletion }) => [deletion.startedAt, deletion.id] },
    toRecord: (row: DeletionRow, _, db) => ({ deletion: toDeletion(row), items: readItems(db, row) }),
    put: putDeletion,
  },

  audit: {
    select: `SELECT ${auditColumns} FROM audit_event JOIN account ON account.number = audit_event.account
      WHERE audit_event.account = ?`,
    identity: { names: 'at, audit_event.id', of: ({ time, id }) => [time, id] },
    toRecord: toAuditEvent,
    put: (db, _, event) => auditWrites.appendAudit(db, event),
  },

  webhook: {
    select: `SELECT ${webhookColumns} FROM webhook JOIN account ON account.number = webhook.account
      WHERE webhook.account = ?`,
    identity: { names: 'webhook.id', of: ({ id }) => [id] },
    order: { names: 'webhook.created_at, webhook.id', of: ({ createdAt, id }) => [createdAt, id] },
    toRecord: toWebhook,
    put: putWebhook,
  },

  delivery: {
    select: `SELECT ${deliveryColumns} FROM webhook_delivery AS one JOIN webhook ON webhook.number = one.webhook
      WHERE webhook.account = ?`,
    paged: 'AND one.next_attempt_at IS NOT NULL',
    identity: { names: 'one.id', of: ({ id }) => [id] },
    order: { names: 'one.number', of: ({ order }) => [order - Number.MIN_SAFE_INTEGER] },
    toRecord: (row: DeliveryRow) => ({ ...toDelivery(row), order: row.number + Number.MIN_SAFE_INTEGER }),
    put: putDelivery,
  },
};

/** Lists a placeholder for each of the values. */
export function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
