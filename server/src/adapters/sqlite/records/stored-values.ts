import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { AnyKind, FieldType, Index } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';
import { prepare, readValue } from '../connection/open-database.ts';

/** The columns of a kind. It has none for fields that only search indexes of a database read. */
export function columnsOf(
  { fields, forSearch = [] }: AnyKind,
  only: readonly string[] = Object.keys(fields),
): string[] {
  return Object.keys(fields).filter((field) => !forSearch.includes(field as never) && only.includes(field));
}

export type NamedIndex = Index<Fields> & { name: string };

/** The indexes of a kind, without those that only a search in a database reads. */
export function indexesOf({ indexes, forSearch = [] }: AnyKind): NamedIndex[] {
  return Object.entries(indexes as Record<string, Index<Fields>>)
    .map(([name, index]) => ({ name, ...index }))
    .filter((index) => !index.forSearch && !forSearch.includes(index.each as never));
}

/** Whether the key itself serves the scans of an index. */
export function isKey({ key }: AnyKind, { on, covers, where }: Index<Fields>): boolean {
  const isPlain = covers === undefined && where === undefined;
  return isPlain && on.length === key.length && on.every((field, at) => field === key[at]);
}

/** The number of an account without records. */
export const noAccount = -1;

type FindNumber = (db: DatabaseSync, id: string) => number | undefined;

const asItIs = (value: unknown) => value as SQLInputValue;
const toJson = (value: unknown) => JSON.stringify(value);
const fromJson = (text: string) => JSON.parse(text);

/** The values of other types are stored as they are. */
const encoders: Partial<Record<FieldType, (value: never, db: DatabaseSync, numberOf: FindNumber) => SQLInputValue>> = {
  account: (id: string, db, numberOf) => numberOf(db, id) ?? noAccount,
  boolean: Number,
  vector: ({ buffer, byteOffset, byteLength }: Int8Array<ArrayBuffer>) =>
    new Uint8Array(buffer, byteOffset, byteLength),
  json: toJson,
  list: toJson,
  counts: toJson,
};

const decoders: Partial<Record<FieldType, (value: never, db: DatabaseSync) => unknown>> = {
  account: (number: number, db) => accountIdOf(db, number),
  boolean: (value: number) => value === 1,
  vector: (bytes: Uint8Array<ArrayBuffer>) => new Int8Array(bytes),
  json: fromJson,
  list: fromJson,
  counts: fromJson,
};

/** Converts a value to that of its column. An account without a number is -1, unless `numberOf` gives it one. */
export function encode(
  db: DatabaseSync,
  { fields }: AnyKind,
  field: string,
  value: unknown,
  numberOf: FindNumber = findAccountNumber,
): SQLInputValue {
  if (value === null || value === undefined) return null;
  const encoder = encoders[fields[field] as FieldType] ?? asItIs;
  return encoder(value as never, db, numberOf);
}

export function decode(db: DatabaseSync, type: FieldType | undefined, value: SQLOutputValue | undefined): unknown {
  if (value === null || value === undefined) return null;
  return (decoders[type ?? 'text'] ?? asItIs)(value as never, db);
}

/** Remembers a value for each kind, and for each list of its fields. Constant lists are found fastest. */
export function perFields<Value>(create: (kind: AnyKind, only?: readonly string[]) => Value) {
  const every = {};
  const known = new WeakMap<object, WeakMap<AnyKind, Value>>();
  /** The values by the names of the fields, for lists that a caller makes for each call. */
  const named = new WeakMap<AnyKind, Map<string, Value>>();
  return (kind: AnyKind, only?: readonly string[]): Value => {
    const ofKinds = known.get(only ?? every) ?? new WeakMap<AnyKind, Value>();
    const found = ofKinds.get(kind);
    if (found !== undefined) return found;
    const ofNames = named.get(kind) ?? new Map<string, Value>();
    const names = String(only);
    const value = ofNames.get(names) ?? create(kind, only);
    named.set(kind, ofNames.set(names, value));
    known.set(only ?? every, ofKinds.set(kind, value));
    return value;
  };
}

const rowReaderOf = perFields((kind, only) => {
  const fields = Object.keys(kind.fields).filter((field) => !only || only.includes(field));
  const columns = columnsOf(kind, fields).map((field) => ({
    field,
    decode: decoders[kind.fields[field] as FieldType] ?? asItIs,
  }));
  // Copies of a record whose fields are all null are faster than objects that get one field after the other.
  const empty: Fields = Object.fromEntries(fields.map((field) => [field, null]));
  return { empty, columns };
});

/** Returns what converts rows with the columns of a kind, in their order, to records. @param only the fields of the rows */
export function recordReader(
  db: DatabaseSync,
  kind: AnyKind,
  only?: readonly string[],
): (row: readonly SQLOutputValue[]) => Fields {
  const { empty, columns } = rowReaderOf(kind, only);
  return (row) => {
    const record = { ...empty };
    for (let at = 0; at < columns.length; at++) {
      const value = row[at];
      const { field, decode } = columns[at] as (typeof columns)[number];
      if (value !== null) record[field] = decode(value as never, db);
    }
    return record;
  };
}

/** Accounts are stored by number, because every row and index entry has one. Numbers are never used again. */
export const accountNamesTable =
  'CREATE TABLE IF NOT EXISTS account_name (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT';

/** The maximum of accounts whose numbers are kept in memory. */
const maxKept = 10_000;
const idsOf = new WeakMap<DatabaseSync, Map<number, string>>();
/** Only a connection that writes has this map, because it alone knows when a number becomes invalid. */
const numbersOf = new WeakMap<DatabaseSync, Map<string, number>>();

/** Finds the number of an account; undefined if no record contains its id. */
export function findAccountNumber(db: DatabaseSync, id: string): number | undefined {
  const numbers = numbersOf.get(db);
  const known = numbers?.get(id);
  if (known !== undefined) return known;
  const number = readValue<number>(db, 'SELECT number FROM account_name WHERE id = ?', id);
  if (numbers && number !== undefined) keep(numbers, id, number);
  return number;
}

export function addAccountNumber(db: DatabaseSync, id: string): number {
  if (!numbersOf.has(db)) numbersOf.set(db, new Map());
  const found = findAccountNumber(db, id);
  if (found !== undefined) return found;
  return Number(prepare(db, 'INSERT INTO account_name (id) VALUES (?)').run(id).lastInsertRowid);
}

export function removeAccountNumber(db: DatabaseSync, id: string): void {
  numbersOf.get(db)?.delete(id);
  prepare(db, 'DELETE FROM account_name WHERE id = ?').run(id);
}

/** Forgets the numbers that a transaction may have given, because it was rolled back. */
export function forgetAccountNumbers(db: DatabaseSync): void {
  idsOf.delete(db);
  numbersOf.get(db)?.clear();
}

/** Returns the id of the account with this number. */
function accountIdOf(db: DatabaseSync, number: number): string {
  const ids = idsOf.get(db) ?? new Map<number, string>();
  idsOf.set(db, ids);
  const known = ids.get(number);
  if (known !== undefined) return known;
  const id = readValue<string>(db, 'SELECT id FROM account_name WHERE number = ?', number);
  if (id === undefined) throw new Error(`no account has the number ${number}`);
  keep(ids, number, id);
  return id;
}

function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): void {
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, value);
}
