import type { DatabaseSync } from 'node:sqlite';
import { prepare } from '../connection/prepare.ts';

/** The number of the last change to any memory; 0 when there is none. */
export function lastChange(db: DatabaseSync): number {
  const { last } = prepare(db, 'SELECT max(number) AS last FROM memory_change').get() as { last: number | null };
  return last ?? 0;
}

/** The memories of the account that changed after a change; undefined when some of the changes are forgotten. */
export function changedSince(db: DatabaseSync, account: number, after: number): Set<number> | undefined {
  const { first } = prepare(db, 'SELECT min(number) AS first FROM memory_change').get() as { first: number | null };
  if (first !== null && first > after + 1) return undefined;
  const rows = prepare(db, 'SELECT DISTINCT seq FROM memory_change WHERE owner = ? AND number > ?').all(account, after);
  return new Set(rows.map((row) => (row as { seq: number }).seq));
}
