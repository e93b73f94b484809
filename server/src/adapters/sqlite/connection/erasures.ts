import type { DatabaseSync } from 'node:sqlite';
import { prepare, readValue } from './open-database.ts';

/** The time for which writes wait for reads that still need the log. Without such reads, they do not wait. */
const maxWaitMs = 50;

/** Exists if a text was deleted since the last compaction: SQLite left copies when it moved rows to other pages. */
const noteCompaction = 'CREATE TABLE IF NOT EXISTS compaction_due AS SELECT unixepoch() * 1000 AS since';

/** The connections whose log contains deleted texts. */
const withDeleted = new WeakSet<DatabaseSync>();

/** Records that the open transaction deletes or replaces a text or a part of one. */
export function noteErasure(db: DatabaseSync): void {
  noteLog(db);
  prepare(db, noteCompaction).run();
}

export function noteLog(db: DatabaseSync): void {
  withDeleted.add(db);
}

export function readCompactionDue(db: DatabaseSync): number | null {
  const isDue = readValue(db, "SELECT 1 FROM sqlite_schema WHERE name = 'compaction_due'") !== undefined;
  return isDue ? (readValue<number>(db, 'SELECT since FROM compaction_due') ?? null) : null;
}

export function noteCompacted(db: DatabaseSync): void {
  db.exec('DROP TABLE IF EXISTS compaction_due');
}

/** Empties the log of deleted texts, outside of transactions. Returns false if a read still needs the log. */
export function eraseDeleted(db: DatabaseSync): boolean {
  if (!withDeleted.has(db)) return true;
  if (!emptyLog(db)) return false;
  withDeleted.delete(db);
  return true;
}

export function emptyLog(db: DatabaseSync): boolean {
  const usualWaitMs = readValue<number>(db, 'PRAGMA busy_timeout') as number;
  // This part runs in parallel with reads, and changes nothing that they see.
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  db.exec(`PRAGMA busy_timeout = ${maxWaitMs}`);
  try {
    return readValue<number>(db, 'PRAGMA wal_checkpoint(TRUNCATE)') === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${usualWaitMs}`);
  }
}
