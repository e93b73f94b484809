import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { describeAccountDeletions } from '../../../ports/account-deletions.contract.ts';
import { applyMigrations } from '../migrations/migrations.ts';
import { openSqliteStore } from '../open-store.ts';
import { tablesOfAccounts } from './deletion-writes.ts';

let directory: string;

describeAccountDeletions(
  'SQLite',
  async () => {
    directory = mkdtempSync(join(tmpdir(), 'mnema-deletions-'));
    const store = await openSqliteStore(directory, { now: () => 0 });
    const close = () => store.close().then(() => rmSync(directory, { recursive: true, force: true }));
    return { ...store, close };
  },
  async (accountId) => {
    const db = new DatabaseSync(join(directory, 'mnema.db'), { readOnly: true });
    const number = Number(accountId.slice('acct_'.length));
    const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
    const owned = ownedTables(db).map(([table, column]) =>
      count(`SELECT count(*) FROM ${table} WHERE ${column} = ${number}`),
    );
    const orphans = count('SELECT count(*) FROM memory_token WHERE seq NOT IN (SELECT seq FROM memory)');
    const accounts = count(`SELECT count(*) FROM account WHERE number = ${number}`);
    db.close();
    return owned.reduce((sum, rows) => sum + rows, orphans + accounts);
  },
);

/** Reads the tables with a column that names an account, and that column. */
function ownedTables(db: DatabaseSync): [table: string, column: string][] {
  const sql = `SELECT t.name AS name, c.name AS column FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND c.name IN ('owner', 'account') AND t.name <> 'account_deletion'`;
  const rows = db.prepare(sql).all() as { name: string; column: string }[];
  return rows.map(({ name, column }) => [name, column]);
}

it('a deletion removes the rows of every table that names an account', () => {
  const db = new DatabaseSync(':memory:');
  applyMigrations(db, { from: 0 });
  const removed = tablesOfAccounts.map(([table, column]) => [table, column]);
  expect(ownedTables(db).toSorted()).toEqual(removed.toSorted());
  db.close();
});
