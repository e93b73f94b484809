import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { wrapMethods } from '../../../lib/wrap-methods.ts';
import type { AnyKind, DistinctPage, Only, Reader, Scan, Selection, Value } from '../../../ports/record-store.ts';
import { type Fields, indexOf, isRange } from '../../store-kit/record-order.ts';
import { prepare, readValue } from '../connection/open-database.ts';
import { elementTable, quote, quoteAll } from './sql-names.ts';
import { columnsOf, decode, encode, encodeAll, isKey, perFields, toColumn, toRecord } from './stored-values.ts';

/** Without the sign, SQLite would plan a statement again for each value. */
const limited = 'LIMIT +?';

/** Reads records over one connection. @param now the time at which records expire @param around runs each read */
export function createRecordReader(
  db: DatabaseSync,
  now: () => number,
  around: (read: () => unknown) => unknown = (read) => read(),
): Reader {
  return wrapMethods(createReads(db, now), around) as unknown as Reader;
}

/** The methods of a reader, without promises. */
function createReads(db: DatabaseSync, now: () => number) {
  function get(kind: AnyKind, key: Fields, only?: readonly string[]): Fields | undefined {
    const { get: sql, keyColumns } = sqlFor(kind, only);
    const values = encodeAll(db, keyColumns, key);
    addTime(values, kind);
    const row = prepare<SQLOutputValue[]>(db, sql).get(...values);
    return row && toRecord(db, kind, row, only);
  }

  /** Adds the value of the condition {@link live}. */
  function addTime(values: SQLInputValue[], { expires }: AnyKind, expired?: Selected['expired']): void {
    if (expires !== undefined && expired !== 'also') values.push(now());
  }

  function scan(kind: AnyKind, index: string, options: Scan<Fields> & Only<string>): Fields[] {
    const { skip = 0, limit, only } = options;
    const { sql, values } = select(db, kind, index, 'scan', options);
    addTime(values, kind, options.expired);
    return prepare<SQLOutputValue[]>(db, sql)
      .all(...values, limit, skip)
      .map((row) => toRecord(db, kind, row, only));
  }

  function count(kind: AnyKind, index: string, { max, ...selection }: Selection<Fields> & { max?: number }): number {
    const { sql, values } = select(db, kind, index, max === undefined ? 'count' : 'countTo', selection);
    addTime(values, kind, selection.expired);
    if (max !== undefined) values.push(max);
    return readValue<number>(db, sql, ...values) ?? 0;
  }

  return {
    get,
    getMany: (kind: AnyKind, keys: readonly Fields[], only?: readonly string[]) =>
      keys.map((key) => get(kind, key, only)),
    scan,
    count,
    distinct: (kind: AnyKind, index: string, page: DistinctPage) => distinct(db, kind, index, page),
    position: (kind: AnyKind) =>
      readValue<number | null>(db, `SELECT max(${quote(kind.sequence)}) FROM ${quote(kind.name)}`) ?? 0,
  };
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

/** The parts of statements that depend only on the kind and the fields to read. */
const sqlFor = perFields((kind, only) => {
  const columns = quoteAll(columnsOf(kind, only));
  const isKey = kind.key.map((field: string) => `${quote(field)} = ?`).join(' AND ');
  return {
    columns,
    keyColumns: kind.key.map((field: string) => toColumn(kind, field)),
    get: `SELECT ${columns} FROM ${quote(kind.name)} WHERE ${isKey}${live(kind)}`,
  };
});

/** Its value is the time. */
function live({ expires }: AnyKind, expired?: Selected['expired']): string {
  if (expires === undefined || expired === 'also') return '';
  const field = quote(expires as string);
  return expired ? ` AND ${field} <= ?` : ` AND (${field} IS NULL OR ${field} > ?)`;
}

type Selected = Omit<Scan<Fields>, 'limit'> & Only<string>;
type Purpose = 'scan' | 'count' | 'countTo';

const operators = { is: 'IS ?', from: '>= ?', to: '< ?', not: 'IS NOT ?', any: 'IN (SELECT value FROM json_each(?))' };
/** The statements of selections by what they depend on, because building their SQL takes as long as short reads. */
const statementsOf = perFields(() => new Map<string, string>());

/** Returns the statement of a selection, with the values of its conditions. The time and limits follow. */
function select(db: DatabaseSync, kind: AnyKind, index: string, purpose: Purpose, selected: Selected) {
  const { of, where = {}, after, descending, expired, only } = selected;
  const { on, each } = indexOf(kind, index);
  const values: SQLInputValue[] = [];
  let filters = '';
  const add = (field: string, value: unknown) => values.push(encode(db, kind, field, value));
  const addElements = (name: string, elements: readonly unknown[]) => {
    for (const [at, field] of indexOf(kind, name).on.entries()) add(field, of[at]);
    values.push(JSON.stringify(elements));
  };
  const filter = (operator: keyof typeof operators, field: string, value: unknown) => {
    if (value === undefined) return;
    filters += ` ${operator}:${field}`;
    add(field, value);
  };
  for (let at = 0; at < of.length && at < on.length; at++) add(on[at] as string, of[at]);
  if (each !== undefined && of.length > on.length) addElements(index, [of[on.length]]);
  for (const field in where) {
    const condition = where[field];
    if (!isRange(condition)) {
      filter('is', field, condition);
      continue;
    }
    const { from, to, not, any, all = [] } = condition;
    filter('from', field, from);
    filter('to', field, to);
    filter('not', field, not);
    if (any) {
      filters += ` any:${field}`;
      values.push(JSON.stringify(any.map((one) => encode(db, kind, field, one))));
    }
    for (const elements of all) {
      filters += ` has:${field}`;
      addElements(indexOfElements(kind, field), elements);
    }
  }
  if (after !== undefined) for (const field of on.slice(of.length)) add(field, (after as Fields)[field]);
  const statements = statementsOf(kind, only);
  const name = `${purpose} ${index} ${of.length} ${after !== undefined} ${descending} ${expired}${filters}`;
  const sql = statements.get(name) ?? toSql(kind, index, purpose, selected, filters);
  statements.set(name, sql);
  return { sql, values };
}

/** @param filters operators and fields */
function toSql(kind: AnyKind, index: string, purpose: Purpose, selected: Selected, filters: string): string {
  const { of, after, descending, expired, only } = selected;
  const { on, each, where } = indexOf(kind, index);
  const conditions = on.slice(0, of.length).map((field) => `${quote(field)} IS ?`);
  if (each !== undefined && of.length > on.length) conditions.push(hasElement(kind, index));
  if (where !== undefined) conditions.push(`${quote(where)} IS NOT NULL`);
  for (const filter of filters.split(' ').slice(1)) {
    const [operator, field] = filter.split(':') as [keyof typeof operators | 'has', string];
    const isOfElements = operator === 'has';
    conditions.push(
      isOfElements ? hasElement(kind, indexOfElements(kind, field)) : `${quote(field)} ${operators[operator]}`,
    );
  }
  const rest = on.slice(of.length);
  if (after !== undefined) {
    conditions.push(`(${quoteAll(rest)}) ${descending ? '<' : '>'} (${rest.map(() => '?').join(', ')})`);
  }
  const rows = `FROM ${tableOf(kind, index)} WHERE ${conditions.join(' AND ') || '1'}${live(kind, expired)}`;
  if (purpose === 'count') return `SELECT count(*) ${rows}`;
  if (purpose === 'countTo') return `SELECT count(*) FROM (SELECT 1 ${rows} ${limited})`;
  const order = rest.map((field) => `${quote(field)}${descending ? ' DESC' : ''}`);
  const orderBy = order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '';
  return `SELECT ${sqlFor(kind, only).columns} ${rows}${orderBy} ${limited} OFFSET +?`;
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
