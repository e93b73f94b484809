import type { DatabaseSync } from 'node:sqlite';
import { prepare, readValue } from '../connection/prepare.ts';

/**
 * Accounts are stored by number, because every row and index entry of an account contains it. Numbers are never used
 * again.
 */
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
export function accountIdOf(db: DatabaseSync, number: number): string {
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
