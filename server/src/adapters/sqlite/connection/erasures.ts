import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { readValue } from './prepare.ts';
import { eraseUnallocated } from './unallocated-space.ts';

/** The time for which writes wait for reads that still need the log. Without such reads, they do not wait. */
const maxWaitMs = 50;
/** The size of the part of the store file that is read at once, in about a millisecond. */
const bytesAtOnce = 4 * 1024 * 1024;
/** The time after which a step ends, so that writes do not wait long. */
const stepMs = 10;

interface Erasing {
  /** Whether anything was deleted since the last pass through the store file began. */
  isDue: boolean;
  /** Where the pass continues; null if none is in progress. */
  position: number | null;
  /** The store file. Closing it would release the locks of all connections of this process. */
  descriptor?: number;
}

const erasings = new WeakMap<DatabaseSync, Erasing>();

/** Records that the open transaction deletes or replaces a text or a part of one. */
export function noteErasure(db: DatabaseSync): void {
  erasingOf(db).isDue = true;
}

/**
 * Erases deleted content that SQLite leaves, one step at a time. This is the log with former pages, and the space of
 * rows that were moved. SQLite itself overwrites only the space that a deletion frees. It runs outside of transactions.
 * @returns `busy` if a read still needs the log, so that the caller tries again later
 */
export function eraseDeleted(db: DatabaseSync): 'done' | 'begun' | 'busy' {
  const erasing = erasingOf(db);
  if (!erasing.isDue && erasing.position === null) return 'done';
  if (!emptyLog(db)) return 'busy';
  if (erasing.position === null) {
    erasing.isDue = false;
    erasing.position = 0;
  }
  // With an empty log and this lock, no connection of any process can write to the store file.
  db.exec('BEGIN IMMEDIATE');
  try {
    const file = db.location() as string;
    if (statSync(`${file}-wal`).size > 0) return 'busy';
    erasing.descriptor ??= openSync(file, 'r+');
    const layout = layoutOf(db);
    const endsAt = performance.now() + stepMs;
    do erasing.position = eraseUnallocated(erasing.descriptor, layout, erasing.position, bytesAtOnce);
    while (erasing.position !== null && performance.now() < endsAt);
    if (erasing.position === null) fdatasyncSync(erasing.descriptor);
  } finally {
    db.exec('COMMIT');
    // A cached page would restore the content that was erased in the file.
    db.exec('PRAGMA shrink_memory');
  }
  return erasing.position === null ? 'done' : 'begun';
}

/** Closes the file that the erasing keeps open. Called after all connections of this process are closed. */
export function endErasing(db: DatabaseSync): void {
  const { descriptor } = erasingOf(db);
  if (descriptor !== undefined) closeSync(descriptor);
  erasings.delete(db);
}

function erasingOf(db: DatabaseSync): Erasing {
  const erasing = erasings.get(db) ?? { isDue: false, position: null };
  erasings.set(db, erasing);
  return erasing;
}

/** Returns false if a read still needs the log. */
function emptyLog(db: DatabaseSync): boolean {
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

function layoutOf(db: DatabaseSync) {
  const value = (name: string) => readValue<number>(db, `PRAGMA ${name}`) as number;
  return { pageSize: value('page_size'), pages: value('page_count'), hasPointerPages: value('auto_vacuum') !== 0 };
}
