import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { prepare } from './open-database.ts';
import { toStoreError } from './sqlite-errors.ts';

/** Shares a read transaction between the reads of a tick, since locks cost more. It ends with each write from here. */
export function createSnapshot(db: DatabaseSync) {
  let open = false;

  function end(): void {
    if (!open) return;
    open = false;
    rollBack(db);
  }

  function read<Result>(reading: (db: DatabaseSync) => Result): Result {
    if (!db.isOpen) throw new StoreUnavailableError('the store is closed');
    try {
      if (!open) {
        prepare(db, 'BEGIN').run();
        open = true;
        setImmediate(end);
      }
      return reading(db);
    } catch (error) {
      end();
      throw toStoreError(error);
    }
  }

  return {
    read,
    end,
    close() {
      end();
      db.close();
    },
  };
}

/** Ends a transaction. If the file is damaged, SQLite has already ended it, and repeats its error, which is ignored. */
export function rollBack(db: DatabaseSync): void {
  if (!db.isTransaction) return;
  try {
    db.exec('ROLLBACK');
  } catch (error) {
    if (db.isTransaction) throw error;
  }
}
