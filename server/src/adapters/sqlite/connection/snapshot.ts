import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { prepare, readValue } from './prepare.ts';
import { rollBack } from './roll-back.ts';
import { toStoreError } from './sqlite-errors.ts';

/**
 * Point reads share one read transaction for a tick of the event loop, because taking SQLite's locks costs more than
 * the reads. The transaction also ends with every write of this process: a caller always reads its own writes.
 */
export interface Snapshot {
  /** @throws {StoreUnavailableError} */
  read<Result>(read: (db: DatabaseSync) => Result): Result;
  /** A number that changes with every commit of any connection or process. */
  version(): number;
  end(): void;
  close(): void;
}

export function createSnapshot(db: DatabaseSync): Snapshot {
  let open = false;
  let version: number | undefined;

  function end(): void {
    if (!open) return;
    open = false;
    version = undefined;
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
    version() {
      version ??= read(() => readValue<number>(db, 'PRAGMA data_version') as number);
      return version;
    },
    end,
    close() {
      end();
      db.close();
    },
  };
}
