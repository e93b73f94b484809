import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { AnyKind, DistinctPage, Only, Reader, Scan, Selection, Value } from '../../../ports/record-store.ts';
import { type Fields, indexOf, isRange } from '../../store-kit/record-order.ts';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import {
  columnsOf,
  decode,
  elementTable,
  encode,
  isKey,
  perFields,
  quote,
  quoteAll,
  recordReader,
} from './stored-values.ts';

/** Without the sign, SQLite would plan a statement again for each value. */
const limited = 'LIMIT +?';

/** Reads records over one connection. @param now the time at which records expire */
export function createRecordReader(db: DatabaseSync, now: () => number): Reader {
  function get(kind: AnyKind, key: Fields, only?: readonly string[]): Fields | undefined {
    const values = kind.key.map((field: string) => encode(db, kind, field, key[field]));
    const row = prepareArrays<SQLOutputValue[]>(db, sqlFor(kind, only).get).get(...values, ...time(kind));
    return row && recordReader(db, kind, only)(row);
  }

  const time = (kind: AnyKind): number[] => (kind.expires === undefined ? [] : [now()]);

  function scan(kind: AnyKind, index: string, options: Scan<Fields> & Only<string>): Fields[] {
    const { skip = 0, limit, only } = options;
    const values = valuesOf(db, kind, index, options);
    return prepareArrays<SQLOutputValue[]>(db, sqlOfScan(kind, index, options))
      .all(...values, ...time(kind), limit, skip)
      .map(recordReader(db, kind, only));
  }

  function count(kind: AnyKind, index: string, { max, ...selection }: Selection<Fields> & { max?: number }): number {
    const from = `FROM ${tableOf(kind, index)} ${whereOf(kind, index, selection)}`;
    const values = [...valuesOf(db, kind, index, selection), ...time(kind)];
    if (max === undefined) return readValue<number>(db, `SELECT count(*) ${from}`, ...values) ?? 0;
    return readValue<number>(db, `SELECT count(*) FROM (SELECT 1 ${from} ${limited})`, ...values, max) ?? 0;
  }

  const reader = {
    get: async (kind: AnyKind, key: Fields, only?: readonly string[]) => get(kind, key, only),
    getMany: async (kind: AnyKind, keys: readonly Fields[], only?: readonly string[]) =>
      keys.map((key) => get(kind, key, only)),
    scan: async (kind: AnyKind, index: string, options: Scan<Fields>) => scan(kind, index, options),
    count: async (kind: AnyKind, index: string, selection: Selection<Fields>) => count(kind, index, selection),
    distinct: async (kind: AnyKind, index: string, page: DistinctPage) => distinct(db, kind, index, page),
    position: async (kind: AnyKind) =>
      readValue<number | null>(db, `SELECT max(${quote(kind.sequence)}) FROM ${quote(kind.name)}`) ?? 0,
  };
  return reader as Reader;
}

/**
 * Names the table of a scan, with the index where SQLite might choose a worse one. A table in the order of its key
 * would be read through the key. A scan by the key would use any other index that begins with the account.
 */
function tableOf(kind: AnyKind, index: string): string {
  const table = quote(kind.name);
  const isChosen = kind.sequence === undefined ? isKey(kind, indexOf(kind, index)) : index !== 'key';
  return isChosen ? table : `${table} INDEXED BY ${quote(`${kind.name}_${index}`)}`;
}

/** Jumps from one value to the next in the index. */
function distinct(db: DatabaseSync, kind: AnyKind, index: string, { of, after, below, limit }: DistinctPage): Value[] {
  const { on, each, where } = indexOf(kind, index);
  const field = on[of.length];
  const column = quote(field ?? 'element');
  const conditions = on.slice(0, of.length).map((one) => `${quote(one)} = ?`);
  if (where !== undefined && each === undefined) conditions.push(`${quote(where)} IS NOT NULL`);
  const table = each === undefined ? quote(kind.name) : elementTable(kind, index);
  const values = of.map((value, at) => encode(db, kind, on[at] as string, value));
  const min = (of: string, more: readonly string[], ...last: SQLInputValue[]) => {
    const where = [...conditions, ...more].join(' AND ') || '1';
    return readValue<SQLOutputValue>(db, `SELECT min(${of}) FROM ${table} WHERE ${where}`, ...values, ...last);
  };
  const next = (last: SQLOutputValue) => min(column, [`${column} > ?`], last);
  const least = (value: SQLOutputValue) => min(quote(on[of.length + 1] as string), [`${column} = ?`], value);
  const found: Value[] = [];
  let value = after === undefined ? min(column, []) : next(encode(db, kind, field ?? '', after) as SQLOutputValue);
  while (value !== null && value !== undefined && found.length < limit) {
    if (below === undefined || (least(value) as number | string) < below)
      found.push(decode(db, field === undefined ? 'text' : kind.fields[field], value) as Value);
    value = next(value);
  }
  return found;
}

function restOf(kind: AnyKind, index: string, of: readonly Value[]): readonly string[] {
  return indexOf(kind, index).on.slice(of.length);
}

/** The parts of statements that depend only on the kind and the fields to read. */
const sqlFor = perFields((kind, only) => {
  const columns = quoteAll(columnsOf(kind, only));
  const isKey = kind.key.map((field: string) => `${quote(field)} = ?`).join(' AND ');
  return { columns, get: `SELECT ${columns} FROM ${quote(kind.name)} WHERE ${isKey}${live(kind)}` };
});

/** Its value is the time. */
function live({ expires }: AnyKind, expired = false): string {
  if (expires === undefined) return '';
  const field = quote(expires as string);
  return expired ? ` AND ${field} <= ?` : ` AND (${field} IS NULL OR ${field} > ?)`;
}

type Selected = Omit<Scan<Fields>, 'limit'>;

/** The statements of scans of a kind, by what they depend on. */
const scansOf = new WeakMap<AnyKind, Map<string, string>>();

function sqlOfScan(kind: AnyKind, index: string, options: Selected & Only<string>): string {
  const { of, where = {}, after, descending, expired, only } = options;
  let shape = `${index} ${of.length} ${after !== undefined} ${descending} ${expired} ${only}`;
  for (const field in where) shape += ` ${field}${shapeOf(where[field])}`;
  let scans = scansOf.get(kind);
  if (!scans) {
    scans = new Map();
    scansOf.set(kind, scans);
  }
  let sql = scans.get(shape);
  if (sql === undefined) {
    const order = restOf(kind, index, of).map((field) => `${quote(field)}${descending ? ' DESC' : ''}`);
    const orderBy = order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '';
    const rows = `FROM ${tableOf(kind, index)} ${whereOf(kind, index, options)}`;
    sql = `SELECT ${sqlFor(kind, only).columns} ${rows}${orderBy} ${limited} OFFSET +?`;
    scans.set(shape, sql);
  }
  return sql;
}

/** Names the conditions on a field, without their values. */
function shapeOf(condition: unknown): string {
  if (condition === undefined) return '';
  if (!isRange(condition)) return '=';
  const { from, to, not, any, all } = condition;
  return `${from !== undefined}${to !== undefined}${not !== undefined}${any !== undefined}${all?.length}`;
}

/** Returns the conditions of a selection. Their values are those of {@link valuesOf}, and the time at the end. */
function whereOf(kind: AnyKind, index: string, { of, where = {}, after, descending, expired }: Selected): string {
  const { on, each, where: present } = indexOf(kind, index);
  const conditions = on.slice(0, of.length).map((field) => `${quote(field)} IS ?`);
  if (each !== undefined && of.length > on.length) conditions.push(hasElement(kind, index));
  if (present !== undefined) conditions.push(`${quote(present)} IS NOT NULL`);
  for (const [field, condition] of Object.entries(where)) {
    const column = quote(field);
    if (condition === undefined) continue;
    if (!isRange(condition)) {
      conditions.push(`${column} IS ?`);
      continue;
    }
    const { from, to, not, any, all = [] } = condition;
    if (from !== undefined) conditions.push(`${column} >= ?`);
    if (to !== undefined) conditions.push(`${column} < ?`);
    if (not !== undefined) conditions.push(`${column} IS NOT ?`);
    if (any) conditions.push(`${column} IN (SELECT value FROM json_each(?))`);
    for (const _ of all) conditions.push(hasElement(kind, indexOfElements(kind, field)));
  }
  if (after !== undefined) {
    const rest = restOf(kind, index, of);
    conditions.push(`(${quoteAll(rest)}) ${descending ? '<' : '>'} (${rest.map(() => '?').join(', ')})`);
  }
  return `WHERE ${conditions.join(' AND ') || '1'}${live(kind, expired)}`;
}

function valuesOf(
  db: DatabaseSync,
  kind: AnyKind,
  index: string,
  { of, where = {}, after }: Selected,
): SQLInputValue[] {
  const { on, each } = indexOf(kind, index);
  const encoded = (field: string, value: unknown) => encode(db, kind, field, value);
  const values = on.slice(0, of.length).map((field, at) => encoded(field, of[at]));
  if (each !== undefined && of.length > on.length) values.push(...values, JSON.stringify([of[on.length]]));
  for (const field in where) {
    const condition = where[field];
    if (condition === undefined) continue;
    if (!isRange(condition)) {
      values.push(encoded(field, condition));
      continue;
    }
    const { from, to, not, any, all = [] } = condition;
    for (const one of [from, to, not]) if (one !== undefined) values.push(encoded(field, one));
    if (any) values.push(JSON.stringify(any.map((one) => encoded(field, one))));
    for (const elements of all) {
      const { on: before } = indexOf(kind, indexOfElements(kind, field));
      values.push(...before.map((name, at) => encoded(name, of[at])), JSON.stringify(elements));
    }
  }
  if (after !== undefined)
    for (const field of restOf(kind, index, of)) values.push(encoded(field, (after as Fields)[field]));
  return values;
}

function indexOfElements(kind: AnyKind, field: string): string {
  const index = Object.keys(kind.indexes).find((name) => indexOf(kind, name).each === field);
  if (index === undefined) throw new Error(`${kind.name} has no index of the elements of ${field}`);
  return index;
}

/** Selects the records with one of the elements in their list. */
function hasElement(kind: AnyKind, index: string): string {
  const isOf = indexOf(kind, index).on.map((field) => `${quote(field)} = ?`);
  const isElement = [...isOf, 'element IN (SELECT value FROM json_each(?))'].join(' AND ');
  return `${quote(kind.sequence)} IN (SELECT number FROM ${elementTable(kind, index)} WHERE ${isElement})`;
}
