import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { kinds } from '../../../app/store-commands.ts';
import { createTables } from '../records/create-tables.ts';
import { indexedColumns } from './memory-ordinals.ts';
import * as statements from './statements.ts';

const columns = `${indexedColumns}, ${statements.wordColumns}, metadata`;
const { wordColumns, ...all } = statements;

it.each(Object.entries(all))('reads the tables of the kinds through an index: %s', (_, statement) => {
  const db = new DatabaseSync(':memory:');
  createTables(db, kinds);
  const sql = typeof statement === 'string' ? statement : statement(columns);
  const plan = db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
  expect(plan.filter((step) => /^SCAN (?!CONSTANT|\(subquery|memories_change$)|TEMP B-TREE/.test(step))).toEqual([]);
});
