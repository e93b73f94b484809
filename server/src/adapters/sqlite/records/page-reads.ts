import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Page, Queries } from '../../../ports/record-store.ts';
import { openDatabase } from '../connection/open-database.ts';
import type { BackgroundSteps, ThreadJobs } from '../threads/thread-jobs.ts';
import { createPageFile, type PageFile } from './page-file.ts';
import { type Call, runQuery } from './run-command.ts';

/**
 * The time after which the rest of the pages is read without waiting for the client. The log can be emptied only without
 * a snapshot. Deleted texts must leave it within a minute, even during an export of several hundred thousand memories.
 */
const readAheadAfterMs = 10_000;

/** The disk space that pages leave for writes. */
const reservedBytes = 256 * 1024 * 1024;

interface OpenRead {
  db: DatabaseSync;
  /** The query of the next page. Its input is null after the last page. */
  call: Call;
  /** The pages that were read ahead. */
  ahead: PageFile<unknown[]> | null;
  /** A page that was read ahead but not written. */
  held: unknown[] | null;
  /** The error that stopped reading ahead, for the client that requests the page. */
  failure: unknown;
  timer: NodeJS.Timeout;
}

/**
 * Reads the pages of queries on a reader thread. Each query has its own connection, whose transaction is the snapshot.
 * It ends when the last page was read. A client that reads slowly gets the rest from a file.
 */
export function createPageReads(
  file: string,
  queries: Queries,
  { addInBackground }: Pick<ThreadJobs, 'addInBackground'>,
  { afterMs = readAheadAfterMs } = {},
) {
  const directory = dirname(file);
  const open = new Map<number, OpenRead>();
  let lastNumber = 0;

  /** Reads the next page of the snapshot, which ends with the last page. */
  async function read(one: OpenRead): Promise<unknown[]> {
    if (!one.db.isOpen) return [];
    const { page, next } = (await runQuery(one.db, queries, one.call)) as Page<unknown>;
    one.call = { ...one.call, input: next };
    if (next === null) one.db.close();
    return page;
  }

  /** Moves the next page to the file. @returns whether more may follow */
  async function moveAhead(one: OpenRead): Promise<boolean> {
    // Without disk space, the snapshot lasts until the client has read it.
    if (!hasCapacity(directory)) return false;
    try {
      one.held = await read(one);
    } catch (error) {
      one.failure = error;
      return false;
    }
    const { length } = one.held;
    try {
      one.ahead ??= createPageFile(directory);
      one.ahead.add(one.held);
    } catch {
      return false;
    }
    one.held = null;
    return length > 0;
  }

  function* readAhead(number: number): BackgroundSteps {
    for (let goesOn = true; goesOn; ) {
      const one = open.get(number);
      if (!one) return;
      yield moveAhead(one).then((more) => {
        goesOn = more;
      });
    }
  }

  return {
    /** Begins a snapshot. @returns its number for the other operations */
    beginPages(call: Call): number {
      if (!queries[call.name]) throw new Error(`the store has no query ${call.name}`);
      const db = openDatabase(file, { readOnly: true });
      try {
        // A transaction sees the state of its first read.
        db.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
      } catch (error) {
        db.close();
        throw error;
      }
      const number = ++lastNumber;
      const timer = setTimeout(() => addInBackground(readAhead(number)), afterMs).unref();
      open.set(number, { db, call, ahead: null, held: null, failure: undefined, timer });
      return number;
    },

    async readPage(number: number): Promise<unknown[]> {
      const one = open.get(number);
      if (!one) throw new Error('the pages have been closed');
      const kept = one.ahead?.take();
      if (kept) return kept;
      if (one.failure !== undefined) throw one.failure;
      const { held } = one;
      one.held = null;
      return held ?? read(one);
    },

    endPages(number: number): void {
      const one = open.get(number);
      open.delete(number);
      if (!one) return;
      clearTimeout(one.timer);
      if (one.db.isOpen) one.db.close();
      one.ahead?.close();
    },
  };
}

function hasCapacity(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > reservedBytes;
}
