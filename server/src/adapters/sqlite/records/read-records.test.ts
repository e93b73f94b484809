import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { kinds } from '../../../app/store-commands.ts';
import { createTables } from './create-tables.ts';
import { createRecordReader } from './read-records.ts';
import { indexesOf, isKey } from './stored-values.ts';

const scans = kinds.flatMap((kind) => {
  const ofKey = { name: 'key', on: kind.key };
  const indexes = kind.sequence === undefined ? indexesOf(kind).filter((index) => !isKey(kind, index)) : [ofKey];
  return indexes.map((index) => ({ name: `${kind.name}_${index.name}`, kind, index }));
});

it.each(scans)('reads through the index of the scan where others begin alike: $name', async (scan) => {
  const { name, kind, index } = scan;
  const db = new DatabaseSync(':memory:');
  createTables(db, kinds);
  const reader = createRecordReader(db, () => 0);
  for (let fields = 0; fields <= index.on.length; fields++) {
    const prepare = vi.spyOn(db, 'prepare');
    const where = kind.expires === undefined ? {} : { expired: 'only' as const };
    await reader.scan(kind, index.name as never, { of: index.on.slice(0, fields), ...where, limit: 1 });
    const sql = prepare.mock.calls.at(-1)?.[0] as string;
    prepare.mockRestore();
    const values = sql.split('?').slice(1).fill('');
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    expect(plan.map(({ detail }) => detail).join()).toContain(` ${name}`);
  }
});
