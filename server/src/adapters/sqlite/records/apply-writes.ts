import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type AnyKind, Taken } from '../../../ports/record-store.ts';
import { addCounts, addTo, type Fields, keyText, zeros } from '../../store-kit/record-order.ts';
import type { Write } from '../../store-kit/transaction.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare } from '../connection/open-database.ts';
import { changeTable, elementTable, quote, quoteAll } from './sql-names.ts';
import {
  addAccountNumber,
  columnsOf,
  encode,
  encodeAll,
  indexesOf,
  perFields,
  perName,
  removeAccountNumber,
  toColumn,
} from './stored-values.ts';

/** The number of changes that the log keeps. An index that missed older ones is read again. */
const keptChanges = 100_000;
/** So many of the oldest changes are removed together. */
const removedAtOnce = 1_000;

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
  const { insert, put, exists, remove } = sqlFor(kind);
  switch (write.type) {
    case 'insert': {
      const { lastInsertRowid: number } = prepare(db, insert).run(...valuesOf(db, kind, write.record));
      insertElements(db, kind, write.record, number);
      if (kind.logs) logChange(db, kind, key, { where: '', values: [], number });
      return;
    }
    case 'put':
      if (erases(kind) && prepare(db, exists).get(...rowOf(db, kind, key).values)) noteErasure(db);
      prepare(db, put).run(...valuesOf(db, kind, write.record));
      return;
    case 'patch':
      patch(db, write, rowOf(db, kind, key));
      return;
    case 'add':
      add(db, write, rowOf(db, kind, key));
      return;
    case 'delete': {
      const row = rowOf(db, kind, key);
      if (erases(kind)) noteErasure(db);
      if (kind.logs) logChange(db, kind, key, row);
      changeElements(db, kind, null, row);
      prepare(db, remove + row.where).run(...row.values);
      if (isAccount(kind)) removeAccountNumber(db, key[kind.key[0] as string] as string);
    }
  }
}

/** The condition that selects the row of a record, with its values. */
interface Row {
  where: string;
  values: readonly SQLInputValue[];
  /** The number of a record that the command has read or inserted; undefined if it only knows the key. */
  number?: number | bigint | undefined;
}

function rowOf(db: DatabaseSync, kind: AnyKind, key: Fields): Row {
  const { keyColumns, isKey, isNumber } = sqlFor(kind);
  const number = kind.sequence === undefined ? undefined : (key[kind.sequence as string] as number);
  if (Number.isSafeInteger(number)) return { where: isNumber, values: [number as number], number };
  return { where: isKey, values: encodeAll(db, keyColumns, key) };
}

function patch(db: DatabaseSync, { kind, key, set }: Extract<Write, { type: 'patch' }>, row: Row): void {
  const { columns, sql, erases, logs, movesElements } = patchOf(kind, withNames(row.where, set));
  if (columns.length === 0) return;
  if (erases) noteErasure(db);
  if (movesElements) changeElements(db, kind, set, row);
  const values = encodeAll(db, columns, set);
  values.push(...row.values);
  prepare(db, sql).run(...values);
  if (logs) logChange(db, kind, key, row);
}

/** Returns a condition and the names of the fields that have a value, separated by commas. */
function withNames(where: string, values: Fields): string {
  let names = where;
  for (const field in values) if (values[field] !== undefined) names += `,${field}`;
  return names;
}

/** What a patch does, by its condition and the names of its fields. Finding that out takes as long as the patch. */
const patchOf = perName((kind, names) => {
  const [where, ...named] = names.split(',');
  const fields = columnsOf(kind, named);
  const isNamed = (field: string) => named.includes(field);
  return {
    columns: fields.map((field) => toColumn(kind, field)),
    sql: `UPDATE ${quote(kind.name)} SET ${fields.map((field) => `${quote(field)} = ?`).join(', ')} WHERE ${where}`,
    erases: kind.erases?.some(isNamed),
    logs: kind.logs?.some(isNamed),
    movesElements: sqlFor(kind).elementFields.some(isNamed),
  };
});

/** Whether the records of a kind are the accounts, whose ids no other record has after them. */
function isAccount({ key, fields }: AnyKind): boolean {
  return key.length === 1 && fields[key[0] as string] === 'account';
}

/** The statements of a kind. A condition follows `remove`, `logFrom` and `findElements`. */
const sqlFor = perFields((kind) => {
  const table = quote(kind.name);
  const columns = columnsOf(kind).filter((field) => field !== kind.sequence);
  const isKey = kind.key.map((field: string) => `${quote(field)} = ?`).join(' AND ');
  const into = `${table} (${quoteAll(columns)}) VALUES (${columns.map(() => '?').join(', ')})`;
  const set = columns.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
  const log = quote(changeTable(kind));
  const logged = quoteAll([kind.key[0], kind.sequence]);
  const elements = indexesOf(kind).flatMap(({ name, on, each }) => {
    if (each === undefined) return [];
    const of = elementTable(kind, name);
    const isRow = [...on, 'element', 'number'].map((column) => `${quote(column)} = ?`).join(' AND ');
    const insert = `INSERT OR IGNORE INTO ${of} VALUES (${on.map(() => '?, ').join('')}?, ?)`;
    return [{ on, each, insert, remove: `DELETE FROM ${of} WHERE ${isRow}` }];
  });
  const elementFields = [...new Set(elements.flatMap(({ on, each }) => [each, ...on]))];
  return {
    /** The columns that a write sets. SQLite sets the sequence. */
    columns: columns.map((field) => toColumn(kind, field)),
    keyColumns: kind.key.map((field: string) => toColumn(kind, field)),
    isKey,
    isNumber: `${quote(kind.sequence ?? '')} = ?`,
    insert: `INSERT INTO ${into}`,
    put: `INSERT INTO ${into} ON CONFLICT (${quoteAll(kind.key)}) DO UPDATE SET ${set}`,
    exists: `SELECT 1 FROM ${table} WHERE ${isKey}`,
    remove: `DELETE FROM ${table} WHERE `,
    log: `INSERT INTO ${log} (account, seq) VALUES (?, ?)`,
    logFrom: `INSERT INTO ${log} (account, seq) SELECT ${logged} FROM ${table} WHERE `,
    forgetChanges: `DELETE FROM ${log} WHERE number <= ?`,
    /** The indexes with one row for each element of a list. */
    elements,
    elementFields,
    findElements: `SELECT ${quoteAll([kind.sequence, ...elementFields])} FROM ${table} WHERE `,
  };
});

/** Returns the values of a new row. A new account gets its number. */
function valuesOf(db: DatabaseSync, kind: AnyKind, record: Fields): SQLInputValue[] {
  return encodeAll(db, sqlFor(kind).columns, record, addAccountNumber);
}

function erases({ erases: fields = [] }: AnyKind): boolean {
  return fields.length > 0;
}

/** Adds to numbers. Counts are read first, because they are one value of the table. */
function add(db: DatabaseSync, { kind, key, by }: Extract<Write, { type: 'add' }>, { where, values }: Row): void {
  const { fields, counts, find, update } = additionOf(kind, withNames(where, by));
  const row = counts.length > 0 ? prepare<string[]>(db, find).get(...values) : [];
  const sums: SQLInputValue[] = [];
  for (const field of fields) {
    const stored = row?.[counts.indexOf(field)];
    sums.push(stored === undefined ? (by[field] as number) : toSum(stored, by[field]));
  }
  sums.push(...values);
  const isPresent = row && prepare(db, update).run(...sums).changes > 0;
  if (!isPresent && kind.counter)
    prepare(db, sqlFor(kind).insert).run(...valuesOf(db, kind, addTo(zeros(kind, key), by)));
}

function toSum(stored: string, more: unknown): string {
  return JSON.stringify(addCounts(JSON.parse(stored), more));
}

/** The statements of an addition, by its condition and the names of its fields. */
const additionOf = perName((kind, names) => {
  const [where, ...fields] = names.split(',');
  const table = quote(kind.name);
  const counts = fields.filter((field) => kind.fields[field] === 'counts');
  const sums = fields.map((field) => `${quote(field)} = ${counts.includes(field) ? '?' : `${quote(field)} + ?`}`);
  const find = `SELECT ${quoteAll(counts)} FROM ${table} WHERE ${where}`;
  return { fields, counts, find, update: `UPDATE ${table} SET ${sums.join(', ')} WHERE ${where}` };
});

/** Logs a change of a record, if it is present, for the search indexes in memory. */
function logChange(db: DatabaseSync, kind: AnyKind, record: Fields, { where, values, number }: Row): void {
  const { log, logFrom, forgetChanges } = sqlFor(kind);
  const account = kind.key[0] as string;
  const { changes, lastInsertRowid } =
    number === undefined
      ? prepare(db, logFrom + where).run(...values)
      : prepare(db, log).run(encode(db, kind, account, record[account]), number);
  const last = Number(lastInsertRowid);
  if (changes > 0 && last % removedAtOnce === 0) prepare(db, forgetChanges).run(last - keptChanges);
}

function insertElements(db: DatabaseSync, kind: AnyKind, record: Fields, number: number | bigint): void {
  for (const { on, each, insert } of sqlFor(kind).elements) {
    const elements = record[each] as readonly string[] | null | undefined;
    if (!elements || elements.length === 0) continue;
    const before = on.map((field) => encode(db, kind, field, record[field]));
    for (const element of elements) prepare(db, insert).run(...before, element, number);
  }
}

/** So few elements are compared one by one in less time than a set takes. */
const maxCompared = 16;

function isIn(elements: readonly string[]): (one: string) => boolean {
  if (elements.length <= maxCompared) return (one) => elements.includes(one);
  const set = new Set(elements);
  return (one) => set.has(one);
}

/**
 * Adapts the indexes of changed fields to a record that is about to change, or to be deleted. Usually most elements
 * stay. The list of the record names the former ones, so that the rows of a record need no index.
 * @param set the new values; null if the record is deleted
 */
function changeElements(db: DatabaseSync, kind: AnyKind, set: Fields | null, { where, values }: Row): void {
  const { elements: indexes, elementFields: fields, findElements } = sqlFor(kind);
  if (indexes.length === 0) return;
  const found = prepare<[number: number, ...SQLInputValue[]]>(db, findElements + where).get(...values);
  if (!found) return;
  const [number] = found;
  const storedOf = (field: string): SQLInputValue => found[fields.indexOf(field) + 1] ?? null;
  const newOf = (field: string) => (set?.[field] === undefined ? storedOf(field) : encode(db, kind, field, set[field]));
  for (const { on, each, insert, remove } of indexes) {
    const isMoved = set === null || on.some((field) => newOf(field) !== storedOf(field));
    const text = storedOf(each) as string | null;
    if (!isMoved && newOf(each) === text) continue;
    const former: readonly string[] = JSON.parse(text ?? '[]');
    const elements = set?.[each] === undefined ? former : ((set[each] as readonly string[] | null) ?? []);
    const before = on.map(storedOf);
    const isKept = isMoved ? () => false : isIn(elements);
    for (const one of former) if (!isKept(one)) prepare(db, remove).run(...before, one, number);
    if (set === null) continue;
    const after = on.map(newOf);
    const isThere = isMoved ? () => false : isIn(former);
    for (const one of elements) if (!isThere(one)) prepare(db, insert).run(...after, one, number);
  }
}
