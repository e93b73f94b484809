import type { DatabaseSync } from 'node:sqlite';
import { prepareArrays } from '../connection/prepare.ts';
import { changesAfter, rangeOfChanges } from './statements.ts';

/** Reads the numbers of the first and the last stored change; null and 0 without changes. */
export function changeRange(db: DatabaseSync): { first: number | null; last: number } {
  const read = prepareArrays<[number | null, number | null]>(db, rangeOfChanges);
  const [first, last] = read.get() ?? [null, null];
  return { first, last: last ?? 0 };
}

/** Reads which memories changed after a change; undefined if some of the changes are no longer stored. */
export function changedSince(db: DatabaseSync, account: number, after: number): Set<number> | undefined {
  const { first } = changeRange(db);
  if (first !== null && first > after + 1) return undefined;
  const changes = prepareArrays<[number: number, seq: number]>(db, changesAfter).all(account, after, -1);
  return new Set(changes.map(([, seq]) => seq));
}
