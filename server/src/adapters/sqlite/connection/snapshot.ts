import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { prepare } from './prepare.ts';
import { rollBack } from './roll-back.ts';
import { toStoreError } from './sqlite-errors.ts';

/**
 * Point reads that share one read transaction for the length of a turn of the event loop: taking SQLite's locks costs
 * more than the reads. It ends with the turn, and whenever a write of this process has been done, so that nobody who
 * knows of a write can read the state before it.
 */
export interface Snapshot {
  /** @throws {StoreUnavailableError} */
  read<Result>(read: (db: DatabaseSync) => Result): Result;
  /** Grows with every commit of any connection or process. */
  version(): number;
  end(): void;
  close(): void;
}

export function createSnapshot(db: DatabaseSync): Snapshot {
  let open = false;
  let closed = false;
  let version: number | undefined;

  function end(): void {
    if (!open) return;
    open = false;
    version = undefined;
    rollBack(db);
  }

  function read<Result>(reading: (db: DatabaseSync) => Result): Result {
    if (closed) throw new StoreUnavailableError('the store is closed');
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
      version ??= read(() => (prepare(db, 'PRAGMA data_version').get() as { data_version: number }).data_version);
      return version;
    },
    end,
    close() {
      end();
      closed = true;
      db.close();
    },
  };
}
