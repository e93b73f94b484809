import type { DatabaseSync } from 'node:sqlite';
import type { AnyKind } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';
import { prepare } from '../connection/prepare.ts';
import { changeTable, encode, quote, type Row } from './stored-values.ts';

/** The number of changes that the log keeps. An index that missed older ones is read again. */
const keptChanges = 100_000;
/** So many of the oldest changes are removed together. */
const removedAtOnce = 1_000;

interface LogSql {
  insert: string;
  /** A condition follows that selects the record. */
  insertFrom: string;
  remove: string;
}

const sqlOf = new WeakMap<AnyKind, LogSql>();

function sqlFor(kind: AnyKind): LogSql {
  let sql = sqlOf.get(kind);
  if (!sql) {
    const table = quote(changeTable(kind));
    const columns = `${quote(kind.key[0] as string)}, ${quote(kind.sequence)}`;
    sql = {
      insert: `INSERT INTO ${table} (account, seq) VALUES (?, ?)`,
      insertFrom: `INSERT INTO ${table} (account, seq) SELECT ${columns} FROM ${quote(kind.name)} WHERE `,
      remove: `DELETE FROM ${table} WHERE number <= ?`,
    };
    sqlOf.set(kind, sql);
  }
  return sql;
}

/** Logs a record by its number, which an insertion or a read of the command has returned. */
export function logNumber(db: DatabaseSync, kind: AnyKind, record: Fields, number: number | bigint): void {
  const field = kind.key[0] as string;
  const account = encode(db, kind, field, record[field]);
  const { lastInsertRowid } = prepare(db, sqlFor(kind).insert).run(account, number);
  removeOld(db, kind, lastInsertRowid);
}

/** Logs a record by its key, if it is present. */
export function logRow(db: DatabaseSync, kind: AnyKind, { where, values }: Row): void {
  const { changes, lastInsertRowid } = prepare(db, sqlFor(kind).insertFrom + where).run(...values);
  if (changes > 0) removeOld(db, kind, lastInsertRowid);
}

function removeOld(db: DatabaseSync, kind: AnyKind, last: number | bigint): void {
  if (Number(last) % removedAtOnce === 0) prepare(db, sqlFor(kind).remove).run(Number(last) - keptChanges);
}
