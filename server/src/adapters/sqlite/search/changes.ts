import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from '../connection/prepare.ts';

/** Reads the numbers of the first and the last stored change; null and 0 without changes. */
export function changeRange(db: DatabaseSync): { first: number | null; last: number } {
  const sql = 'SELECT (SELECT min(number) FROM memory_change), (SELECT max(number) FROM memory_change)';
  const [first, last] = prepareArrays<[number | null, number | null]>(db, sql).get() ?? [null, null];
  return { first, last: last ?? 0 };
}

/** Reads which memories changed after a change; undefined if some of the changes are no longer stored. */
export function changedSince(db: DatabaseSync, account: number, after: number): Set<number> | undefined {
  const { first } = changeRange(db);
  if (first !== null && first > after + 1) return undefined;
  const sql = 'SELECT DISTINCT seq FROM memory_change WHERE owner = ? AND number > ?';
  return new Set(
    prepare<{ seq: number }>(db, sql)
      .all(account, after)
      .map(({ seq }) => seq),
  );
}
