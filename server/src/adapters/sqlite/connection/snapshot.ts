import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { prepare, readValue } from './prepare.ts';
import { rollBack } from './roll-back.ts';
import { toStoreError } from './sqlite-errors.ts';

export type Snapshot = ReturnType<typeof createSnapshot>;

/**
 * Shares one read transaction between the point reads of a tick of the event loop, because SQLite's locks cost more
 * than the reads. It also ends with every write of this process, so a caller always reads its own writes.
 */
export function createSnapshot(db: DatabaseSync) {
  let open = false;
  let version: number | undefined;

  function end(): void {
    if (!open) return;
    open = false;
    version = undefined;
    rollBack(db);
  }

  /** @throws {StoreUnavailableError} */
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
    /** Returns a number that changes with every commit of any connection or process. */
    version(): number {
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
