import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { AnyKind, DistinctPage, Only, Reader, Scan, Selection, Value } from '../../../ports/record-store.ts';
import { type Fields, indexOf, isRange } from '../../store-kit/record-order.ts';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import { columnsOf, decode, elementTable, encode, isKey, quote, quoteAll, recordReader } from './stored-values.ts';

interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/** Without the sign, SQLite would plan a statement again for each value. */
const limited = 'LIMIT +?';

/** The parts of statements that depend on the kind only. */
const sqlOf = new WeakMap<AnyKind, { columns: string; get: string }>();

/** Reads records over one connection. @param now the time at which records expire */
export function createRecordReader(db: DatabaseSync, now: () => number): Reader {
  function get(kind: AnyKind, key: Fields): Fields | undefined {
    const values = kind.key.map((field: string) => encode(db, kind, field, key[field]));
    const row = prepareArrays<SQLOutputValue[]>(db, sqlFor(kind).get).get(...values, ...time(kind));
    return row && recordReader(db, kind)(row);
  }

  const time = (kind: AnyKind): number[] => (kind.expires === undefined ? [] : [now()]);

  function scan(kind: AnyKind, index: string, options: Scan<Fields> & Only<string>): Fields[] {
    const { sql, values } = select(db, kind, index, options, time(kind));
    const { descending, skip = 0, limit, of, only } = options;
    const order = restOf(kind, index, of).map((field) => `${quote(field)}${descending ? ' DESC' : ''}`);
    const orderBy = order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '';
    const columns = only ? quoteAll(columnsOf(kind, only)) : sqlFor(kind).columns;
    const all = `SELECT ${columns} FROM ${tableOf(kind, index)} ${sql}${orderBy} ${limited} OFFSET +?`;
    return prepareArrays<SQLOutputValue[]>(db, all)
      .all(...values, limit, skip)
      .map(recordReader(db, kind, only));
  }

  function count(kind: AnyKind, index: string, { max, ...selection }: Selection<Fields> & { max?: number }): number {
    const { sql, values } = select(db, kind, index, selection, time(kind));
    const from = `FROM ${tableOf(kind, index)} ${sql}`;
    if (max === undefined) return readValue<number>(db, `SELECT count(*) ${from}`, ...values) ?? 0;
    return readValue<number>(db, `SELECT count(*) FROM (SELECT 1 ${from} ${limited})`, ...values, max) ?? 0;
  }

  const reader = {
    get: async (kind: AnyKind, key: Fields) => get(kind, key),
    getMany: async (kind: AnyKind, keys: readonly Fields[]) => keys.map((key) => get(kind, key)),
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

function sqlFor(kind: AnyKind): { columns: string; get: string } {
  let sql = sqlOf.get(kind);
  if (!sql) {
    const columns = quoteAll(columnsOf(kind));
    const isKey = kind.key.map((field: string) => `${quote(field)} = ?`).join(' AND ');
    sql = { columns, get: `SELECT ${columns} FROM ${quote(kind.name)} WHERE ${isKey}${live(kind)}` };
    sqlOf.set(kind, sql);
  }
  return sql;
}

/** Its value is the time. */
function live({ expires }: AnyKind, expired = false): string {
  if (expires === undefined) return '';
  const field = quote(expires as string);
  return expired ? ` AND ${field} <= ?` : ` AND (${field} IS NULL OR ${field} > ?)`;
}

/** Returns the rest of a statement after the name of the table, with its values. */
function select(
  db: DatabaseSync,
  kind: AnyKind,
  index: string,
  { of, where = {}, after, descending, expired }: Omit<Scan<Fields>, 'limit'>,
  time: readonly number[],
): Condition {
  const { on, each, where: present } = indexOf(kind, index);
  const conditions: Condition[] = on
    .slice(0, of.length)
    .map((field, at) => ({ sql: `${quote(field)} IS ?`, values: [encode(db, kind, field, of[at])] }));
  if (each !== undefined && of.length > on.length) conditions.push(withElement(db, kind, index, of, [of[on.length]]));
  if (present !== undefined) conditions.push({ sql: `${quote(present)} IS NOT NULL`, values: [] });
  for (const [field, condition] of Object.entries(where)) {
    if (condition !== undefined) conditions.push(...conditionsOn(db, kind, field, condition, of));
  }
  if (after !== undefined) {
    const rest = restOf(kind, index, of);
    const marks = rest.map(() => '?').join(', ');
    conditions.push({
      sql: `(${quoteAll(rest)}) ${descending ? '<' : '>'} (${marks})`,
      values: rest.map((field) => encode(db, kind, field, (after as Fields)[field])),
    });
  }
  const sql = `WHERE ${conditions.map((one) => one.sql).join(' AND ') || '1'}${live(kind, expired)}`;
  return { sql, values: [...conditions.flatMap(({ values }) => values), ...time] };
}

function conditionsOn(
  db: DatabaseSync,
  kind: AnyKind,
  field: string,
  condition: unknown,
  of: readonly Value[],
): Condition[] {
  const column = quote(field);
  if (!isRange(condition)) return [{ sql: `${column} IS ?`, values: [encode(db, kind, field, condition)] }];
  const { from, to, not, any, all } = condition;
  const given: Condition[] = [];
  if (from !== undefined) given.push({ sql: `${column} >= ?`, values: [encode(db, kind, field, from)] });
  if (to !== undefined) given.push({ sql: `${column} < ?`, values: [encode(db, kind, field, to)] });
  if (not !== undefined) given.push({ sql: `${column} IS NOT ?`, values: [encode(db, kind, field, not)] });
  if (any)
    given.push({
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(any.map((one) => encode(db, kind, field, one)))],
    });
  if (all) {
    const index = Object.keys(kind.indexes).find((name) => indexOf(kind, name).each === field);
    if (index === undefined) throw new Error(`${kind.name} has no index of the elements of ${field}`);
    for (const elements of all) given.push(withElement(db, kind, index, of, elements));
  }
  return given;
}

/** Selects the records with one of the elements in their list. */
function withElement(
  db: DatabaseSync,
  kind: AnyKind,
  index: string,
  of: readonly Value[],
  elements: readonly unknown[],
): Condition {
  const { on } = indexOf(kind, index);
  const isOf = on.map((field) => `${quote(field)} = ?`).join(' AND ');
  return {
    sql: `${quote(kind.sequence)} IN (SELECT number FROM ${elementTable(kind, index)}
      WHERE ${isOf} AND element IN (SELECT value FROM json_each(?)))`,
    values: [...on.map((field, at) => encode(db, kind, field, of[at])), JSON.stringify(elements)],
  };
}
