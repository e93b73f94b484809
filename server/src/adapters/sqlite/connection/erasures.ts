import type { DatabaseSync } from 'node:sqlite';
import { readValue } from './prepare.ts';

/** The time for which writes wait for reads that still need the log. Without them it is not waited at all. */
const maxWaitMs = 50;

/** The connections that have overwritten texts which the log still holds. */
const unfinished = new WeakSet<DatabaseSync>();

/** Notes that the open transaction deletes or replaces a text or a part of one. */
export function noteErasure(db: DatabaseSync): void {
  unfinished.add(db);
}

/**
 * Empties the log, which still holds the pages as they were, if anything was deleted since it was last emptied. Deleted
 * content of the store file itself is overwritten with the delete. It runs outside of transactions.
 * @returns false when a read still needs the log, so that the caller tries again
 */
export function emptyLog(db: DatabaseSync): boolean {
  if (!unfinished.has(db)) return true;
  const waitMs = readValue<number>(db, 'PRAGMA busy_timeout') as number;
  // This part writes what the store file lacks while reads and their snapshots go on.
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  db.exec(`PRAGMA busy_timeout = ${maxWaitMs}`);
  try {
    const isBusy = readValue<number>(db, 'PRAGMA wal_checkpoint(TRUNCATE)') !== 0;
    if (!isBusy) unfinished.delete(db);
    return !isBusy;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${waitMs}`);
  }
}
