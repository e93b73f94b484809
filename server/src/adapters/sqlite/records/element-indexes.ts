import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AnyKind } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { elementTable, encode, indexesOf, quote, quoteAll, type Row } from './stored-values.ts';

/** An index with one row for each element of a list, and its statements. */
interface ElementIndex {
  on: readonly string[];
  each: string;
  insert: string;
  remove: string;
}

interface ElementIndexes {
  all: readonly ElementIndex[];
  /** The fields that the indexes contain. */
  fields: readonly string[];
  /** Reads the number of a record and these fields. A condition follows. */
  find: string;
}

type FoundRecord = [number: number, ...values: SQLInputValue[]];

const indexesOfKind = new WeakMap<AnyKind, ElementIndexes>();

function elementIndexes(kind: AnyKind): ElementIndexes {
  const known = indexesOfKind.get(kind);
  if (known) return known;
  const all = indexesOf(kind).flatMap(({ name, on, each }): ElementIndex[] => {
    if (each === undefined) return [];
    const table = elementTable(kind, name);
    const isRow = [...on, 'element', 'number'].map((column) => `${quote(column)} = ?`).join(' AND ');
    const insert = `INSERT OR IGNORE INTO ${table} VALUES (${on.map(() => '?, ').join('')}?, ?)`;
    return [{ on, each, insert, remove: `DELETE FROM ${table} WHERE ${isRow}` }];
  });
  const fields = [...new Set(all.flatMap(({ on, each }) => [each, ...on]))];
  const find = `SELECT ${quoteAll([kind.sequence, ...fields])} FROM ${quote(kind.name)} WHERE `;
  const indexes = { all, fields, find };
  indexesOfKind.set(kind, indexes);
  return indexes;
}

export function insertElements(db: DatabaseSync, kind: AnyKind, record: Fields, number: number | bigint): void {
  for (const { on, each, insert } of elementIndexes(kind).all) {
    const elements = record[each] as readonly string[] | null | undefined;
    if (!elements || elements.length === 0) continue;
    const before = on.map((field) => encode(db, kind, field, record[field]));
    const statement = prepare(db, insert);
    for (const element of elements) statement.run(...before, element, number);
  }
}

/**
 * Adapts the indexes of changed fields to a record that is about to change, or to be deleted. Usually most elements
 * stay. The list of the record names the former ones, so that the rows of a record need no index.
 * @param set the new values; null if the record is deleted
 */
export function changeElements(db: DatabaseSync, kind: AnyKind, set: Fields | null, { where, values }: Row): void {
  const { all, fields, find } = elementIndexes(kind);
  const isSet = (field: string) => set?.[field] !== undefined;
  if (all.length === 0 || (set && !fields.some(isSet))) return;
  const found = prepareArrays<FoundRecord>(db, find + where).get(...values);
  if (!found) return;
  const [number, ...stored] = found;
  const storedOf = (field: string) => stored[fields.indexOf(field)] ?? null;
  for (const { on, each, insert, remove } of all) {
    const former = new Set<string>(JSON.parse((storedOf(each) as string | null) ?? '[]'));
    const elements = isSet(each) ? new Set(set?.[each] as readonly string[] | null) : former;
    const before = on.map(storedOf);
    const after = on.map((field, at) => (isSet(field) ? encode(db, kind, field, set?.[field]) : (before[at] ?? null)));
    const isMoved = set === null || after.some((value, at) => value !== before[at]);
    for (const one of former) if (isMoved || !elements.has(one)) prepare(db, remove).run(...before, one, number);
    if (set === null) continue;
    for (const one of elements) if (isMoved || !former.has(one)) prepare(db, insert).run(...after, one, number);
  }
}
