import type { DatabaseSync } from 'node:sqlite';
import { forgetAccountNumbers } from '../records/account-names.ts';

/**
 * Ends a failed transaction. If the file is damaged, SQLite has already ended it and repeats its error, which is
 * ignored.
 */
export function rollBack(db: DatabaseSync): void {
  forgetAccountNumbers(db);
  if (!db.isTransaction) return;
  try {
    db.exec('ROLLBACK');
  } catch (error) {
    if (db.isTransaction) throw error;
  }
}
