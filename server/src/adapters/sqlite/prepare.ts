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
