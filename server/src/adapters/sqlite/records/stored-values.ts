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

/** Converts a value to that of its column. An account without a number is -1. */
export function encode(db: DatabaseSync, { fields }: AnyKind, field: string, value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  const encoder = encoders[fields[field] as FieldType] ?? asItIs;
  return encoder(value as never, db, findAccountNumber);
}

/** Fields with what converts their values to those of their columns. */
export type Column = ReturnType<typeof toColumn>;

export function toColumn({ fields }: AnyKind, field: string) {
  return { field, encode: encoders[fields[field] as FieldType] ?? asItIs };
}

/** Returns the values of columns. @param numberOf finds the number of an account, or gives it one */
export function encodeAll(
  db: DatabaseSync,
  columns: readonly Column[],
  values: Fields,
  numberOf: FindNumber = findAccountNumber,
): SQLInputValue[] {
  return columns.map(({ field, encode }) => {
    const value = values[field];
    return value === null || value === undefined ? null : encode(value as never, db, numberOf);
  });
}

export function decode(db: DatabaseSync, type: FieldType | undefined, value: SQLOutputValue | undefined): unknown {
  if (value === null || value === undefined) return null;
  return (decoders[type ?? 'text'] ?? asItIs)(value as never, db);
}

/** Remembers a value for each kind and each name. */
export function perName<Value>(create: (kind: AnyKind, name: string) => Value) {
  const known = new WeakMap<AnyKind, Map<string, Value>>();
  return (kind: AnyKind, name: string): Value => {
    const ofKind = known.get(kind) ?? new Map<string, Value>();
    const found = ofKind.get(name);
    if (found !== undefined) return found;
    const value = create(kind, name);
    known.set(kind, ofKind.set(name, value));
    return value;
  };
}

/** Remembers a value for each kind, and for each list of its fields. */
export function perFields<Value>(create: (kind: AnyKind, only?: readonly string[]) => Value) {
  const ofNames = perName((kind, names) => create(kind, names === allFields ? undefined : names.split(',')));
  return (kind: AnyKind, only?: readonly string[]): Value => ofNames(kind, listNames(only));
}

const allFields = '*';
/** The names of longer lists are remembered, because those are constants. Others are joined in less time. */
const maxJoined = 8;
const namesOfLists = new WeakMap<readonly string[], string>();

function listNames(only: readonly string[] | undefined): string {
  if (!only) return allFields;
  if (only.length <= maxJoined) return only.join();
  const known = namesOfLists.get(only);
  if (known !== undefined) return known;
  const names = only.join();
  namesOfLists.set(only, names);
  return names;
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

/** Converts a row with the columns of a kind, in their order, to a record. @param only the fields of the row */
export function toRecord(
  db: DatabaseSync,
  kind: AnyKind,
  row: readonly SQLOutputValue[],
  only?: readonly string[],
): Fields {
  const { empty, columns } = rowReaderOf(kind, only);
  const record = { ...empty };
  for (let at = 0; at < columns.length; at++) {
    const value = row[at];
    const { field, decode } = columns[at] as (typeof columns)[number];
    if (value !== null) record[field] = decode(value as never, db);
  }
  return record;
}

/** Accounts are stored by number, because every row and index entry has one. Numbers are never used again. */
export const accountNamesTable =
  'CREATE TABLE IF NOT EXISTS account_name (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT';

/** The maximum of accounts whose numbers are kept in memory. */
const maxKept = 10_000;

interface AccountNames {
  ids: Map<number, string>;
  /** Only a connection that writes has it, because it alone knows when a number becomes invalid. */
  numbers?: Map<string, number>;
}

const namesOf = new WeakMap<DatabaseSync, AccountNames>();

function accountNames(db: DatabaseSync): AccountNames {
  const known = namesOf.get(db);
  if (known) return known;
  const names = { ids: new Map<number, string>() };
  namesOf.set(db, names);
  return names;
}

/** Finds the number of an account; undefined if no record contains its id. */
export function findAccountNumber(db: DatabaseSync, id: string): number | undefined {
  const { numbers } = accountNames(db);
  const known = numbers?.get(id);
  if (known !== undefined) return known;
  const number = readValue<number>(db, 'SELECT number FROM account_name WHERE id = ?', id);
  if (numbers && number !== undefined) keep(numbers, id, number);
  return number;
}

export function addAccountNumber(db: DatabaseSync, id: string): number {
  accountNames(db).numbers ??= new Map();
  const found = findAccountNumber(db, id);
  if (found !== undefined) return found;
  return Number(prepare(db, 'INSERT INTO account_name (id) VALUES (?)').run(id).lastInsertRowid);
}

export function removeAccountNumber(db: DatabaseSync, id: string): void {
  accountNames(db).numbers?.delete(id);
  prepare(db, 'DELETE FROM account_name WHERE id = ?').run(id);
}

/** Forgets the numbers that a transaction may have given, because it was rolled back. */
export function forgetAccountNumbers(db: DatabaseSync): void {
  namesOf.delete(db);
}

/** Returns the id of the account with this number. */
function accountIdOf(db: DatabaseSync, number: number): string {
  const { ids } = accountNames(db);
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
