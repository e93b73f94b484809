import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { freeBytesOf } from '../../../lib/free-bytes.ts';
import type { Page, Queries } from '../../../ports/record-store.ts';
import { openDatabase } from '../connection/open-database.ts';
import type { BackgroundSteps, ThreadJobs } from '../threads/thread-jobs.ts';
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
  ahead: ReturnType<typeof createPageFile> | null;
  /** The page after these. It was read ahead, but not written. */
  held: Promise<unknown[]> | null;
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
    if (freeBytesOf(directory) < reservedBytes) return false;
    one.held = read(one);
    try {
      const page = await one.held;
      one.ahead ??= createPageFile(directory);
      one.ahead.add(page);
      one.held = null;
      return page.length > 0;
    } catch {
      // The client gets the page, or the error that prevented its read.
      return false;
    }
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
      open.set(number, { db, call, ahead: null, held: null, timer });
      return number;
    },

    async readPage(number: number): Promise<unknown[]> {
      const one = open.get(number);
      if (!one) throw new Error('the pages have been closed');
      const stored = one.ahead?.take();
      if (stored) return stored;
      const page = one.held ?? read(one);
      one.held = null;
      return page;
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

/**
 * Stores pages on the disk until they are taken. The file has no name, and its content is encrypted. Only this object
 * has the key, so the content is lost after the pages were taken or the process has ended.
 */
function createPageFile(directory: string) {
  const path = join(directory, `export-${randomUUID()}.tmp`);
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  // Pages are taken in the order in which they were added, so the content is one stream.
  const secret = ['aes-256-ctr', randomBytes(32), randomBytes(16)] as const;
  const cipher = createCipheriv(...secret);
  const decipher = createDecipheriv(...secret);
  const lengths: number[] = [];
  let start = 0;

  return {
    add(page: unknown[]): void {
      const content = cipher.update(serialize(page));
      writeFileSync(descriptor, content);
      lengths.push(content.length);
    },

    /** Removes the first page; undefined if there is none. */
    take(): unknown[] | undefined {
      const length = lengths.shift();
      if (length === undefined) return undefined;
      const content = Buffer.alloc(length);
      if (readSync(descriptor, content, 0, length, start) < length)
        throw new Error('the pages of an export were cut off');
      start += length;
      return deserialize(decipher.update(content));
    },

    close: () => closeSync(descriptor),
  };
}
