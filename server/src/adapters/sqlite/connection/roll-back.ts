import type { DatabaseSync } from 'node:sqlite';

/** Ends a failed transaction. On a damaged file SQLite ends it and reports the damage once more: that is no news. */
export function rollBack(db: DatabaseSync): void {
  if (!db.isTransaction) return;
  try {
    db.exec('ROLLBACK');
  } catch (error) {
    if (db.isTransaction) throw error;
  }
}
