import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type AnyKind, type Counts, Taken } from '../../../ports/record-store.ts';
import { addTo, type Fields, keyText, zeros } from '../../store-kit/record-order.ts';
import type { Write } from '../../store-kit/transaction.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { addAccountNumber, removeAccountNumber } from './account-names.ts';
import { changeElements, insertElements } from './element-indexes.ts';
import { logNumber, logRow } from './log-changes.ts';
import { columnsOf, encode, quote, quoteAll, type Row } from './stored-values.ts';

/** Applies the writes of a command, in the open transaction. @throws {Taken} */
export function applyWrites(db: DatabaseSync, writes: readonly Write[]): void {
  for (const write of writes) {
    try {
      apply(db, write);
    } catch (error) {
      if (isDuplicate(error)) throw new Taken(`${write.kind.name} ${keyText(write.kind, write.key)}`);
      throw error;
    }
  }
}

const duplicateCodes = [1_555, 2_067]; // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE

function isDuplicate(error: unknown): boolean {
  return duplicateCodes.includes((error as { errcode?: number }).errcode ?? 0);
}

function apply(db: DatabaseSync, write: Write): void {
  const { kind, key } = write;
  const { insert, put, exists } = sqlFor(kind);
  switch (write.type) {
    case 'insert': {
      const { lastInsertRowid } = prepare(db, insert).run(...valuesOf(db, kind, write.record));
      insertElements(db, kind, write.record, lastInsertRowid);
      if (kind.logs) logNumber(db, kind, write.record, lastInsertRowid);
      return;
    }
    case 'put':
      if (erases(kind) && prepareArrays(db, exists).get(...rowOf(db, kind, key).values)) noteErasure(db);
      prepare(db, put).run(...valuesOf(db, kind, write.record));
      return;
    case 'patch':
      patch(db, write, rowOf(db, kind, key));
      return;
    case 'add':
      add(db, kind, write, rowOf(db, kind, key));
      return;
    case 'delete': {
      const row = rowOf(db, kind, key);
      if (erases(kind)) noteErasure(db);
      if (kind.logs) logChange(db, kind, key, row);
      changeElements(db, kind, null, row);
      prepare(db, sqlFor(kind).remove + row.where).run(...row.values);
      if (isAccount(kind)) removeAccountNumber(db, key[kind.key[0] as string] as string);
    }
  }
}

/** Selects the row of a record. A record that the command has read is found by its number. */
function rowOf(db: DatabaseSync, kind: AnyKind, key: Fields): Row {
  const { isKey, isNumber } = sqlFor(kind);
  const number = numberOf(kind, key);
  if (number !== undefined) return { where: isNumber, values: [number] };
  return { where: isKey, values: kind.key.map((field: string) => encode(db, kind, field, key[field])) };
}

/** Returns the number of a record that the command has read; undefined if it only knows the key. */
function numberOf({ sequence }: AnyKind, key: Fields): number | undefined {
  const number = sequence === undefined ? undefined : key[sequence as string];
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Sets fields of a record that have a column. */
function patch(db: DatabaseSync, { kind, key, set }: Extract<Write, { type: 'patch' }>, row: Row): void {
  const { columns } = sqlFor(kind);
  const fields = Object.keys(set).filter((field) => set[field] !== undefined && columns.includes(field));
  if (fields.length === 0) return;
  if (erases(kind, fields)) noteErasure(db);
  changeElements(db, kind, set, row);
  const assignments = fields.map((field) => `${quote(field)} = ?`).join(', ');
  const values = fields.map((field) => encode(db, kind, field, set[field]));
  prepare(db, `UPDATE ${quote(kind.name)} SET ${assignments} WHERE ${row.where}`).run(...values, ...row.values);
  if (kind.logs?.some((field: string) => set[field] !== undefined)) logChange(db, kind, key, row);
}

function logChange(db: DatabaseSync, kind: AnyKind, key: Fields, row: Row): void {
  const number = numberOf(kind, key);
  if (number === undefined) logRow(db, kind, row);
  else logNumber(db, kind, key, number);
}

/** Whether the records of a kind are the accounts, whose ids no other record has after them. */
function isAccount({ key, fields }: AnyKind): boolean {
  return key.length === 1 && fields[key[0] as string] === 'account';
}

interface Sql {
  /** The columns that a write sets. SQLite sets the sequence. */
  columns: readonly string[];
  insert: string;
  put: string;
  exists: string;
  /** A condition follows. */
  remove: string;
  /** The conditions on the key and on the number. */
  isKey: string;
  isNumber: string;
}

const sqlOf = new WeakMap<AnyKind, Sql>();

function sqlFor(kind: AnyKind): Sql {
  let sql = sqlOf.get(kind);
  if (!sql) {
    const columns = columnsOf(kind).filter((field) => field !== kind.sequence);
    const isKey = kind.key.map((field: string) => `${quote(field)} = ?`).join(' AND ');
    const marks = columns.map(() => '?').join(', ');
    const into = `${quote(kind.name)} (${quoteAll(columns)}) VALUES (${marks})`;
    const set = columns.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
    sql = {
      columns,
      insert: `INSERT INTO ${into}`,
      put: `INSERT INTO ${into} ON CONFLICT (${quoteAll(kind.key)}) DO UPDATE SET ${set}`,
      remove: `DELETE FROM ${quote(kind.name)} WHERE `,
      exists: `SELECT 1 FROM ${quote(kind.name)} WHERE ${isKey}`,
      isKey,
      isNumber: `${quote(kind.sequence ?? '')} = ?`,
    };
    sqlOf.set(kind, sql);
  }
  return sql;
}

/** Returns the values of a new row. A new account gets its number. */
function valuesOf(db: DatabaseSync, kind: AnyKind, record: Fields): SQLInputValue[] {
  return sqlFor(kind).columns.map((field) => encode(db, kind, field, record[field], addAccountNumber));
}

function erases({ erases: fields = [] }: AnyKind, changed?: readonly string[]): boolean {
  return changed ? fields.some((field: string) => changed.includes(field)) : fields.length > 0;
}

/** Adds to numbers. Counts are read first, because they are one value of the table. */
function add(
  db: DatabaseSync,
  kind: AnyKind,
  { key, by }: Extract<Write, { type: 'add' }>,
  { where, values: rowValues }: Row,
): void {
  const fields = Object.keys(by).filter((field) => by[field] !== undefined);
  const counts = fields.filter((field) => typeof by[field] !== 'number');
  const find = `SELECT ${quoteAll(counts)} FROM ${quote(kind.name)} WHERE ${where}`;
  const row = counts.length > 0 ? prepareArrays<string[]>(db, find).get(...rowValues) : [];
  const set = fields.map((field) => `${quote(field)} = ${counts.includes(field) ? '?' : `${quote(field)} + ?`}`);
  const sumOf = (field: string, stored = row?.[counts.indexOf(field)]) =>
    stored === undefined ? (by[field] as number) : addToCounts(stored, by[field] as Counts);
  const update = `UPDATE ${quote(kind.name)} SET ${set.join(', ')} WHERE ${where}`;
  const isPresent = row && prepare(db, update).run(...fields.map((field) => sumOf(field)), ...rowValues).changes > 0;
  if (!isPresent && kind.counter)
    prepare(db, sqlFor(kind).insert).run(...valuesOf(db, kind, addTo(zeros(kind, key), by)));
}

/** @param stored the counts in JSON */
function addToCounts(stored: string, more: Counts): string {
  const counts = JSON.parse(stored) as Record<string, number>;
  for (const [name, one] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + one;
  return JSON.stringify(counts);
}
