import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** The time for which a connection waits for a lock. Transactions of the command line may take this long. */
const busyTimeoutMs = 5_000;

/** Opens a store file. A writing connection flushes each commit to the disk, and overwrites deleted content. */
export function openDatabase(file: string, { readOnly = false } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
  const cacheKibibytes = readOnly ? 4_000 : 8_000;
  db.exec(`PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKibibytes};`);
  if (!readOnly) db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON;');
  return db;
}

/** A prepared statement whose rows are arrays of the columns of its SQL. */
export interface Statement<Row> extends Omit<StatementSync, 'get' | 'all' | 'iterate'> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  iterate(...values: SQLInputValue[]): Iterable<Row>;
}

/** The maximum of statements of a connection. A list has thousands of combinations of conditions. */
const maxStatements = 500;
const statementsOf = new WeakMap<DatabaseSync, Map<string, Statement<unknown>>>();

/** Compiles a statement once for each connection, unless many others were compiled since. */
export function prepare<Row extends unknown[]>(db: DatabaseSync, sql: string): Statement<Row> {
  const statements = statementsOf.get(db) ?? new Map<string, Statement<unknown>>();
  const known = statements.get(sql);
  if (known) return known as Statement<Row>;
  // Clearing everything is rare. Tracking the use of each statement would cost every call more than that.
  if (statements.size >= maxStatements) statements.clear();
  const statement = db.prepare(sql);
  // For many rows, arrays take half the time of objects.
  statement.setReturnArrays(true);
  statementsOf.set(db, statements.set(sql, statement as Statement<unknown>));
  return statement as Statement<unknown> as Statement<Row>;
}

/** Reads the first column of the first row; undefined if there is no row. */
export function readValue<Value>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Value | undefined {
  return prepare<[Value]>(db, sql).get(...values)?.[0];
}
