import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { kind } from '../../../../test/record-store/kind.ts';
import type { AnyKind, Reader } from '../../../ports/record-store.ts';
import { applyWrites } from './apply-writes.ts';
import { createTables } from './create-tables.ts';
import { createRecordReader } from './read-records.ts';

interface Note {
  accountId: string;
  id: string;
  number: number;
  at: number;
  tags: string[] | null;
}

const fields = { accountId: 'text', id: 'text', number: 'integer', at: 'integer', tags: 'list' } as const;
const key = ['accountId', 'id'] as const;
const byTime = { on: ['accountId', 'at', 'id'] } as const;
const notes = kind<Note>()({ name: 'note', fields, key, sequence: 'number', indexes: { time: byTime } });

/** The same kind in a later version, with more fields and indexes. */
const laterNotes = kind<Note & { city: string | null }>()({
  ...{ name: 'note', fields: { ...fields, city: 'text' }, key, sequence: 'number' },
  indexes: { time: { ...byTime, covers: ['city'] }, tag: { on: ['accountId'], each: 'tags' } },
});

interface Sum {
  accountId: string;
  writes: number;
}

const sums = kind<Sum>()({
  name: 'sum',
  fields: { accountId: 'text', writes: 'integer' },
  key: ['accountId'],
  indexes: {},
  counter: true,
});

const laterSums = kind<Sum & { reads: number; steps: Readonly<Record<string, number>> }>()({
  ...sums,
  fields: { ...sums.fields, reads: 'integer', steps: 'counts' },
});

const [accountId, others] = ['acct_ana', { at: 1, tags: null }];
let db: DatabaseSync;
let reader: Reader;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  reader = createRecordReader(db, () => 0);
  createTables(db, [notes, sums]);
});

function insert(kind: AnyKind, record: object): void {
  applyWrites(db, [{ type: 'insert', kind, key: record as never, record: record as never }]);
}

function schema(): unknown[] {
  return db.prepare('SELECT name, sql, rootpage FROM sqlite_schema ORDER BY name').all();
}

it('creates nothing twice, and keeps the records', async () => {
  insert(notes, { accountId, id: 'one', ...others });
  const before = schema();
  createTables(db, [notes, sums]);
  expect(schema()).toEqual(before);
  expect(await reader.get(notes, { accountId, id: 'one' })).toMatchObject({ number: 1, at: 1 });
});

it('adds fields and indexes, which find the records that are there, also by the elements of their lists', async () => {
  insert(notes, { accountId, id: 'one', at: 1, tags: ['sea', 'boat'] });
  createTables(db, [laterNotes]);
  const found = () => reader.scan(laterNotes, 'tag', { of: [accountId, 'boat'], limit: 9 });
  expect(await found()).toMatchObject([{ id: 'one', city: null }]);
  expect(await reader.distinct(laterNotes, 'tag', { of: [accountId], limit: 9 })).toEqual(['boat', 'sea']);
  applyWrites(db, [{ type: 'delete', kind: laterNotes, key: { accountId, id: 'one' } }]);
  expect(await found()).toEqual([]);
});

it('rebuilds an index whose definition has changed', () => {
  const definition = () => db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'note_time'").get()?.['sql'];
  expect(definition()).not.toContain('city');
  createTables(db, [laterNotes]);
  expect(definition()).toContain('"city"');
});

it('adds numbers of a counter, which begin with zero', async () => {
  applyWrites(db, [{ type: 'add', kind: sums, key: { accountId }, by: { writes: 2 } }]);
  createTables(db, [laterSums]);
  applyWrites(db, [{ type: 'add', kind: laterSums, key: { accountId }, by: { reads: 3, steps: { fast: 1 } } }]);
  expect(await reader.get(laterSums, { accountId })).toEqual({ accountId, writes: 2, reads: 3, steps: { fast: 1 } });
});
