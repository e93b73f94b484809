import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { applyMigrations } from './migrations.ts';

/** Formats a statement with each column or constraint of a table on a separate line. */
function format(sql: string): string {
  const flat = sql.replaceAll(/\s+/g, ' ').trim();
  if (!/^CREATE TABLE/.test(flat)) return `${flat};`;
  const start = flat.indexOf('(') + 1;
  let lines = `${flat.slice(0, start)}\n  `;
  let depth = 1;
  for (const character of flat.slice(start).trimStart()) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth === 0 && character === ')') lines = `${lines.trimEnd()}\n)`;
    else if (depth === 1 && character === ',') lines = `${lines.trimEnd()},\n `;
    else lines += character;
  }
  return `${lines.replaceAll(/ +,/g, ',')};`;
}

/** Reads the schema after all migrations. */
function readSchema(): string {
  const db = new DatabaseSync(':memory:');
  applyMigrations(db, { from: 0 });
  const rows = db
    .prepare(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
       ORDER BY tbl_name, CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, name`,
    )
    .all() as { sql: string }[];
  db.close();
  return `-- Generated from the migrations by schema.test.ts: run it with --update after a new migration.\n\n${rows
    .map(({ sql }) => format(sql))
    .join('\n\n')}\n`;
}

it('schema.sql holds the schema after all migrations', async () => {
  await expect(readSchema()).toMatchFileSnapshot(join(import.meta.dirname, 'schema.sql'));
});
