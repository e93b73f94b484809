import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** A prepared statement whose rows have the shape of its SQL. */
export interface Statement<Row> extends Omit<StatementSync, 'get' | 'all' | 'iterate'> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  iterate(...values: SQLInputValue[]): Iterable<Row>;
}

type Cache = WeakMap<DatabaseSync, Map<string, Statement<unknown>>>;

/** The maximum of statements of a connection. A list has thousands of combinations of conditions. */
const maxStatements = 500;

const withObjects: Cache = new WeakMap();
const withArrays: Cache = new WeakMap();

/** Compiles a statement once for each connection, unless many others were compiled since. */
export function prepare<Row = Record<string, SQLOutputValue>>(db: DatabaseSync, sql: string): Statement<Row> {
  return findOrCompile(withObjects, db, sql) as Statement<Row>;
}

/** Compiles a statement with rows as arrays of their columns. For many rows, this takes half the time. */
export function prepareArrays<Row extends unknown[]>(db: DatabaseSync, sql: string): Statement<Row> {
  return findOrCompile(withArrays, db, sql) as Statement<Row>;
}

/** Reads the first column of the first row; undefined if there is no row. */
export function readValue<Value>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Value | undefined {
  return prepareArrays<[Value]>(db, sql).get(...values)?.[0];
}

function findOrCompile(cache: Cache, db: DatabaseSync, sql: string): Statement<unknown> {
  let statements = cache.get(db);
  if (!statements) {
    statements = new Map();
    cache.set(db, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    // Clearing everything is rare. Tracking the use of each statement would cost every call more than that.
    if (statements.size >= maxStatements) statements.clear();
    statement = db.prepare(sql);
    statement.setReturnArrays(cache === withArrays);
    statements.set(sql, statement);
  }
  return statement;
}
