import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { AnyKind, FieldType, Index } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';
import { accountIdOf, findAccountNumber } from './account-names.ts';

export const columnTypes: Record<FieldType, string> = {
  account: 'INTEGER',
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  bytes: 'BLOB',
  vector: 'BLOB',
  json: 'TEXT',
  list: 'TEXT',
  counts: 'TEXT',
};

/** The columns of a kind. It has none for fields that only search indexes of a database read. */
export function columnsOf(
  { fields, forSearch = [] }: AnyKind,
  only: readonly string[] = Object.keys(fields),
): string[] {
  return Object.keys(fields).filter((field) => !forSearch.includes(field as never) && only.includes(field));
}

/** The condition that selects the row of a record, with its values. */
export interface Row {
  where: string;
  values: readonly SQLInputValue[];
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

/** A number that no account has. */
const nobody = -1;

type FindNumber = (db: DatabaseSync, id: string) => number | undefined;

const asItIs = (value: unknown) => value as SQLInputValue;
const toJson = (value: unknown) => JSON.stringify(value);
const fromJson = (text: string) => JSON.parse(text);

const encoders: Record<FieldType, (value: never, db: DatabaseSync, numberOf: FindNumber) => SQLInputValue> = {
  account: (id: string, db, numberOf) => numberOf(db, id) ?? nobody,
  text: asItIs,
  integer: asItIs,
  real: asItIs,
  boolean: Number,
  bytes: asItIs,
  vector: ({ buffer, byteOffset, byteLength }: Int8Array<ArrayBuffer>) =>
    new Uint8Array(buffer, byteOffset, byteLength),
  json: toJson,
  list: toJson,
  counts: toJson,
};

const decoders: Record<FieldType, (value: never, db: DatabaseSync) => unknown> = {
  account: (number: number, db) => accountIdOf(db, number),
  text: asItIs,
  integer: asItIs,
  real: asItIs,
  boolean: (value: number) => value === 1,
  bytes: asItIs,
  vector: (bytes: Uint8Array<ArrayBuffer>) => new Int8Array(bytes),
  json: fromJson,
  list: fromJson,
  counts: fromJson,
};

/**
 * Converts the value of a field to that of its column.
 * @param numberOf finds the number of an account. @default -1 for an account without one
 */
export function encode(
  db: DatabaseSync,
  { fields }: AnyKind,
  field: string,
  value: unknown,
  numberOf: FindNumber = findAccountNumber,
): SQLInputValue {
  if (value === null || value === undefined) return null;
  return encoders[(fields[field] as FieldType | undefined) ?? 'text'](value as never, db, numberOf);
}

export function decode(db: DatabaseSync, type: FieldType | undefined, value: SQLOutputValue | undefined): unknown {
  return value === null || value === undefined ? null : decoders[type ?? 'text'](value as never, db);
}

interface RowReader {
  /** A record whose fields are all null. Its copies are faster than objects that get one field after the other. */
  empty: Fields;
  columns: readonly { field: string; decode: (value: never, db: DatabaseSync) => unknown }[];
}

/** Remembers a value for each kind, and for each list of its fields. Commands use constant lists. */
export function perFields<Value>(create: (kind: AnyKind, only?: readonly string[]) => Value) {
  const every = {};
  const known = new WeakMap<object, WeakMap<AnyKind, Value>>();
  return (kind: AnyKind, only?: readonly string[]): Value => {
    const ofKinds = known.get(only ?? every) ?? new WeakMap<AnyKind, Value>();
    const found = ofKinds.get(kind);
    if (found !== undefined) return found;
    const value = create(kind, only);
    known.set(only ?? every, ofKinds.set(kind, value));
    return value;
  };
}

const rowReaderOf = perFields((kind, only): RowReader => {
  const fields = Object.keys(kind.fields).filter((field) => !only || only.includes(field));
  const columns = columnsOf(kind, fields).map((field) => ({
    field,
    decode: decoders[kind.fields[field] as FieldType],
  }));
  return { empty: Object.fromEntries(fields.map((field) => [field, null])), columns };
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
      const { field, decode } = columns[at] as RowReader['columns'][number];
      if (value !== null) record[field] = decode(value as never, db);
    }
    return record;
  };
}

export function quote(name: string): string {
  return `"${name}"`;
}

export function quoteAll(names: readonly string[]): string {
  return names.map(quote).join(', ');
}

/** Names the table of an index with one row for each element of a list. */
export function elementTable(kind: AnyKind, index: string): string {
  return quote(`${kind.name}_${index}`);
}

/** Names the table with the log of the changes of a kind. */
export function changeTable(kind: AnyKind): string {
  return `${kind.name}_change`;
}
