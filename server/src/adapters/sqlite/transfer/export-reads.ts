import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ExportedRecord, ExportQuery } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { openDatabase } from '../connection/open-database.ts';
import { isLive, type ReadAt } from '../memories/expiry.ts';
import { readVersions } from '../memories/memory-versions.ts';
import { toScopeConditions } from '../memories/scope-conditions.ts';
import { type MemoryRow, memoryColumns, toMemory } from '../memories/stored-memory.ts';
import type { Steps, ThreadJobs } from '../threads/thread-jobs.ts';
import { createPageFile, type PageFile } from './page-file.ts';

type Row = MemoryRow & { seq: number };

/** The maximum of memories in a page. Other reads of the thread wait for a page. */
const pageRows = 250;

/**
 * The time after which the rest of an export is read without waiting for the client. The log can be emptied only
 * without a snapshot. Deleted texts must leave it within a minute, even during an export of several hundred thousand
 * memories.
 */
const readAheadAfterMs = 10_000;

/** The disk space that exports leave for writes. */
const reservedBytes = 256 * 1024 * 1024;

interface OpenExport {
  db: DatabaseSync;
  records: Iterator<ExportedRecord>;
  /** The rows that were read ahead. */
  pages: PageFile<ExportedRecord[]> | null;
  /** A page that was read but not written. */
  held: ExportedRecord[] | null;
  /** The error that stopped reading ahead, for the client that requests the page. */
  failure: unknown;
  timer: NodeJS.Timeout;
}

/**
 * Reads exports on a reader thread. Each has its own connection, whose transaction is the snapshot. It ends when the
 * last row was read. A client that reads slowly gets the rest from a file.
 */
export function createExportReads(
  file: string,
  { addInBackground }: Pick<ThreadJobs, 'addInBackground'>,
  { afterMs = readAheadAfterMs } = {},
) {
  const open = new Map<number, OpenExport>();
  let lastNumber = 0;

  function* readAhead(number: number): Steps<void> {
    const one = open.get(number);
    // Without disk space, the snapshot lasts until the client has read it.
    if (!one || !hasPages(one, dirname(file))) return;
    while (hasCapacity(dirname(file)) && holdNext(one) && writeHeld(one)) {
      yield;
      if (!open.has(number)) return;
    }
  }

  return {
    /** Returns the number of the export for the other operations. */
    beginExport(query: ExportQuery & ReadAt): number {
      const db = openDatabase(file, { readOnly: true });
      try {
        db.exec('BEGIN');
        const number = ++lastNumber;
        const timer = setTimeout(() => addInBackground(readAhead(number)), afterMs).unref();
        open.set(number, { db, records: recordsOf(db, query), pages: null, held: null, failure: undefined, timer });
        return number;
      } catch (error) {
        db.close();
        throw error;
      }
    },

    readExport(number: number): ExportedRecord[] {
      const one = open.get(number);
      if (!one) throw new Error('the export has been closed');
      const kept = one.pages?.take();
      if (kept) return kept;
      if (one.failure !== undefined) throw one.failure;
      const { held } = one;
      one.held = null;
      return held ?? readPage(one);
    },

    endExport(number: number): void {
      const one = open.get(number);
      open.delete(number);
      if (!one) return;
      clearTimeout(one.timer);
      endSnapshot(one);
      one.pages?.close();
    },
  };
}

function hasCapacity(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > reservedBytes;
}

function hasPages(one: OpenExport, directory: string): boolean {
  try {
    one.pages = createPageFile(directory);
    return true;
  } catch {
    return false;
  }
}

/** Reads a page to write it. Returns false at the end, and after a failure. */
function holdNext(one: OpenExport): boolean {
  try {
    one.held = readPage(one);
    return one.held.length > 0;
  } catch (error) {
    one.failure = error;
    return false;
  }
}

function writeHeld(one: OpenExport): boolean {
  try {
    one.pages?.add(one.held ?? []);
    one.held = null;
    return true;
  } catch {
    return false;
  }
}

/** Reads the next page of the snapshot, which ends with the last page. */
function readPage(one: OpenExport): ExportedRecord[] {
  const page: ExportedRecord[] = [];
  if (!one.db.isOpen) return page;
  const size = limitListPage(pageRows);
  while (!size.isFull()) {
    const { done, value } = one.records.next();
    if (done) {
      endSnapshot(one);
      break;
    }
    size.add(sizeOf(value));
    page.push(value);
  }
  return page;
}

function endSnapshot({ db, records }: OpenExport): void {
  if (!db.isOpen) return;
  records.return?.();
  db.close();
}

/** Begins the snapshot with its first read, and continues up to the requested position. */
function recordsOf(db: DatabaseSync, { scope, versions, readAt }: ExportQuery & ReadAt): Iterator<ExportedRecord> {
  const accountNumber = findAccountNumber(db, scope.accountId) ?? -1;
  const { conditions, values } = toScopeConditions(accountNumber, scope);
  // Another index would need a sort in memory of all rows.
  const sql = `SELECT seq, ${memoryColumns} FROM memory INDEXED BY memory_by_id WHERE ${conditions} AND ${isLive} ORDER BY id`;
  return toRecords(db, sql, [...values, readAt], { accountId: scope.accountId, versions });
}

function* toRecords(
  db: DatabaseSync,
  sql: string,
  values: SQLInputValue[],
  { accountId, versions }: { accountId: string; versions: boolean },
): Generator<ExportedRecord, void> {
  const rows = db.prepare(sql).iterate(...values) as IterableIterator<unknown> as IterableIterator<Row>;
  for (const row of rows) {
    const { outcome } = row;
    yield { memory: toMemory(accountId, row), outcome, versions: versions ? readVersions(db, row.seq) : [] };
  }
}

function sizeOf({ memory, versions }: ExportedRecord): number {
  const texts = [memory, ...versions].map(({ text }) => text.length);
  return texts.reduce((sum, length) => sum + length, 0);
}
