import type { DatabaseSync, StatementSync } from 'node:sqlite';

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A prepared statement, compiled once per connection. */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  let known = statements.get(db);
  if (!known) {
    known = new Map();
    statements.set(db, known);
  }
  let statement = known.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    known.set(sql, statement);
  }
  return statement;
}

/** The same with its rows as arrays, the columns in their order: half the time where there are many rows. */
export function prepareArrays(db: DatabaseSync, sql: string): StatementSync {
  // Its own text, because the way its rows come belongs to a statement.
  const statement = prepare(db, `${sql} -- arrays`);
  statement.setReturnArrays(true);
  return statement;
}
