import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ExportedRecord, ExportQuery } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { openDatabase } from '../connection/open-database.ts';
import { isLive, type ReadAt } from '../memories/expiry.ts';
import { readVersions } from '../memories/memory-versions.ts';
import { toScopeConditions } from '../memories/scope-conditions.ts';
import { type MemoryRow, memoryColumns, toMemory } from '../memories/stored-memory.ts';

type Row = MemoryRow & { seq: number };

/** The maximum of memories in a page, which other reads of the thread wait for. */
const pageRows = 250;

/** Reads exports on a reader thread. Each has a connection of its own, whose transaction is the snapshot. */
export function createExportReads(file: string) {
  const open = new Map<number, { db: DatabaseSync; records: Iterator<ExportedRecord> }>();
  let lastNumber = 0;

  return {
    /** Returns the number that the other operations name the export by. */
    beginExport(query: ExportQuery & ReadAt): number {
      const db = openDatabase(file, { readOnly: true });
      try {
        db.exec('BEGIN');
        open.set(++lastNumber, { db, records: recordsOf(db, query) });
        return lastNumber;
      } catch (error) {
        db.close();
        throw error;
      }
    },

    readExport(number: number): ExportedRecord[] {
      const records = open.get(number)?.records;
      if (!records) throw new Error('the export has been closed');
      const page: ExportedRecord[] = [];
      const size = limitListPage(pageRows);
      while (!size.isFull()) {
        const { done, value } = records.next();
        if (done) break;
        size.add(sizeOf(value));
        page.push(value);
      }
      return page;
    },

    endExport(number: number): void {
      const one = open.get(number);
      open.delete(number);
      one?.records.return?.();
      one?.db.close();
    },
  };
}

/** Begins the snapshot with its first read, and reads on as far as it is asked to. */
function recordsOf(db: DatabaseSync, { scope, versions, readAt }: ExportQuery & ReadAt): Iterator<ExportedRecord> {
  const accountNumber = findAccountNumber(db, scope.accountId) ?? -1;
  const { conditions, values } = toScopeConditions(accountNumber, scope);
  // Another index would need a sort, which would hold all rows.
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
