import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AnyKind } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { elementTable, encode, indexesOf, quote, quoteAll, type Row } from './stored-values.ts';

/** An index with one row for each element of a list, and its statements. */
interface ElementIndex {
  on: readonly string[];
  each: string;
  /** Reads the number of a record, its list, and the columns before the elements. A condition follows. */
  find: string;
  insert: string;
  remove: string;
}

type FoundRecord = [number: number, list: string | null, ...before: SQLInputValue[]];

const indexesOfKind = new WeakMap<AnyKind, ElementIndex[]>();

function elementIndexes(kind: AnyKind): ElementIndex[] {
  const known = indexesOfKind.get(kind);
  if (known) return known;
  const indexes = indexesOf(kind).flatMap(({ name, on, each }): ElementIndex[] => {
    if (each === undefined) return [];
    const table = elementTable(kind, name);
    const isRow = [...on, 'element', 'number'].map((column) => `${quote(column)} = ?`).join(' AND ');
    return [
      {
        ...{ on, each },
        find: `SELECT ${quoteAll([kind.sequence, each, ...on])} FROM ${quote(kind.name)} WHERE `,
        insert: `INSERT OR IGNORE INTO ${table} VALUES (${on.map(() => '?, ').join('')}?, ?)`,
        remove: `DELETE FROM ${table} WHERE ${isRow}`,
      },
    ];
  });
  indexesOfKind.set(kind, indexes);
  return indexes;
}

export function insertElements(db: DatabaseSync, kind: AnyKind, record: Fields, number: number | bigint): void {
  for (const { on, each, insert } of elementIndexes(kind)) {
    const elements = record[each] as readonly string[] | null | undefined;
    if (!elements || elements.length === 0) continue;
    const before = on.map((field) => encode(db, kind, field, record[field]));
    const statement = prepare(db, insert);
    for (const element of elements) statement.run(...before, element, number);
  }
}

/**
 * Adapts the indexes of changed fields to a record that is about to change. Usually most elements stay. The list of the
 * record names the former ones, so that the rows of a record need no index.
 */
export function changeElements(db: DatabaseSync, kind: AnyKind, set: Fields, { where, values }: Row): void {
  for (const { on, each, find, insert, remove } of elementIndexes(kind)) {
    const isSet = (field: string) => set[field] !== undefined;
    if (![each, ...on].some(isSet)) continue;
    const found = prepareArrays<FoundRecord>(db, find + where).get(...values);
    if (!found) return;
    const [number, list, ...before] = found;
    const former = toElements(list);
    const elements = isSet(each) ? new Set(set[each] as readonly string[] | null) : former;
    const after = on.map((field, at) => (isSet(field) ? encode(db, kind, field, set[field]) : (before[at] ?? null)));
    const isMoved = after.some((value, at) => value !== before[at]);
    for (const one of former) if (isMoved || !elements.has(one)) prepare(db, remove).run(...before, one, number);
    for (const one of elements) if (isMoved || !former.has(one)) prepare(db, insert).run(...after, one, number);
  }
}

/** Called before the record is deleted. */
export function deleteElements(db: DatabaseSync, kind: AnyKind, { where, values }: Row): void {
  for (const { find, remove } of elementIndexes(kind)) {
    const [number, list, ...before] = prepareArrays<FoundRecord>(db, find + where).get(...values) ?? [];
    if (number === undefined) return;
    for (const one of toElements(list)) prepare(db, remove).run(...before, one, number);
  }
}

function toElements(list: string | null | undefined): Set<string> {
  return new Set<string>(typeof list === 'string' ? JSON.parse(list) : []);
}
