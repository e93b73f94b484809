import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

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
export function prepare(db: DatabaseSync, sql: string): Statement<unknown> {
  let statements = statementsOf.get(db);
  if (!statements) {
    statements = new Map();
    statementsOf.set(db, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    // Clearing everything is rare. Tracking the use of each statement would cost every call more than that.
    if (statements.size >= maxStatements) statements.clear();
    statement = db.prepare(sql);
    // For many rows, arrays take half the time of objects.
    statement.setReturnArrays(true);
    statements.set(sql, statement);
  }
  return statement;
}

/** Compiles a statement that reads rows. */
export function prepareArrays<Row extends unknown[]>(db: DatabaseSync, sql: string): Statement<Row> {
  return prepare(db, sql) as Statement<Row>;
}

/** Reads the first column of the first row; undefined if there is no row. */
export function readValue<Value>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Value | undefined {
  return prepareArrays<[Value]>(db, sql).get(...values)?.[0];
}
