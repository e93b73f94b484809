import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { kind } from '../../../../test/record-store/kind.ts';
import { type Book, books, type Loans, libraryKinds, loans, makeBook } from '../../../../test/record-store/library.ts';
import type { Reader } from '../../../ports/record-store.ts';
import { applyWrites } from './apply-writes.ts';
import { createTables } from './create-tables.ts';
import { createRecordReader } from './read-records.ts';

/** The same kinds in a later version, with more fields and indexes. */
const laterBooks = kind<Book & { city: string | null }>()({
  ...books,
  fields: { ...books.fields, city: 'text' },
  indexes: { ...books.indexes, title: { ...books.indexes.title, covers: ['city'] }, again: books.indexes.tag },
});
const laterLoans = kind<Loans & { lost: number; byDay: Readonly<Record<string, number>> }>()({
  ...loans,
  fields: { ...loans.fields, lost: 'integer', byDay: 'counts' },
});

const one = { libraryId: 'lib_1', id: 'one' };
const ofDay = { libraryId: 'lib_1', day: 5 };
let db: DatabaseSync;
let reader: Reader;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  reader = createRecordReader(db, () => 0);
  createTables(db, libraryKinds);
  const record = makeBook('one', { tags: ['sea', 'boat'] });
  applyWrites(db, [{ type: 'insert', kind: books, key: one, record: { ...record, words: null } }]);
});

it('creates nothing twice, and keeps the records', async () => {
  const schema = () => db.prepare('SELECT name, sql, rootpage FROM sqlite_schema ORDER BY name').all();
  const before = schema();
  createTables(db, libraryKinds);
  expect(schema()).toEqual(before);
  expect(await reader.get(books, one)).toMatchObject({ number: 1, title: 'Title of one' });
});

it('adds fields and indexes, which find the records that are there, also by the elements of their lists', async () => {
  createTables(db, [laterBooks]);
  const found = () => reader.scan(laterBooks, 'again', { of: ['lib_1', 'boat'], limit: 9 });
  expect(await found()).toMatchObject([{ id: 'one', city: null }]);
  expect(await reader.distinct(laterBooks, 'again', { of: ['lib_1'], limit: 9 })).toEqual(['boat', 'sea']);
  applyWrites(db, [{ type: 'delete', kind: laterBooks, key: one }]);
  expect(await found()).toEqual([]);
});

it('rebuilds an index whose definition has changed', () => {
  const definition = () => db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'book_title'").get()?.['sql'];
  expect(definition()).not.toContain('city');
  createTables(db, [laterBooks]);
  expect(definition()).toContain('"city"');
});

it('adds numbers of a counter, which begin with zero', async () => {
  applyWrites(db, [{ type: 'add', kind: loans, key: ofDay, by: { loans: 2 } }]);
  createTables(db, [laterLoans]);
  applyWrites(db, [{ type: 'add', kind: laterLoans, key: ofDay, by: { lost: 3, byDay: { fast: 1 } } }]);
  const counted = { ...ofDay, loans: 2, returns: 0, byShelf: {}, lost: 3, byDay: { fast: 1 } };
  expect(await reader.get(laterLoans, ofDay)).toEqual(counted);
});
