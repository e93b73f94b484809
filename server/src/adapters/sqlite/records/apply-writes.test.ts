import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { kind } from '../../../../test/record-store/kind.ts';
import { type Book, books, makeBook } from '../../../../test/record-store/library.ts';
import type { Write } from '../../store-kit/transaction.ts';
import { prepare } from '../connection/open-database.ts';
import { applyWrites } from './apply-writes.ts';
import { createTables } from './create-tables.ts';

const logged = kind<Book>()({ ...books, logs: ['title'] });
const of = (id: string) => ({ kind: logged, key: { libraryId: 'lib_1', id } });
const insert = (id: string): Write => ({ type: 'insert', ...of(id), record: { ...makeBook(id), words: null } });
const patch = (id: string, set: Partial<Book>): Write => ({ type: 'patch', ...of(id), set });

function open(): { apply(...writes: Write[]): unknown[]; db: DatabaseSync } {
  const db = new DatabaseSync(':memory:');
  createTables(db, [logged]);
  let last = 0;
  return {
    db,
    /** Returns the numbers of the books whose changes are logged. */
    apply(...writes) {
      applyWrites(db, writes);
      const changes = prepare<[number, number]>(db, 'SELECT number, seq FROM book_change WHERE number > ?').all(last);
      last = changes.at(-1)?.[0] ?? last;
      return changes.map(([, seq]) => seq);
    },
  };
}

it('logs insertions, deletions and changes of the given fields, of present records only', () => {
  const { apply } = open();
  expect(apply(insert('a'), insert('b'))).toEqual([1, 2]);
  expect(apply(patch('b', { title: 'x', pages: 1 }))).toEqual([2]);
  expect(apply(patch('b', { pages: 2 }))).toEqual([]);
  expect(apply(patch('gone', { title: 'x' }))).toEqual([]);
  const read = { ...of('a'), key: { ...of('a').key, number: 1 } };
  expect(apply({ type: 'patch', ...read, set: { title: 'y' } })).toEqual([1]);
  expect(apply({ type: 'delete', ...of('a') }, { type: 'delete', ...of('gone') })).toEqual([1]);
});

it('keeps the newest changes', () => {
  const { apply, db } = open();
  apply(insert('a'));
  db.exec(`INSERT INTO book_change (number, account, seq) VALUES (100998, 1, 1)`);
  apply(patch('a', { title: 'x' }));
  expect(prepare(db, 'SELECT min(number) FROM book_change').get()).toEqual([1]);
  apply(patch('a', { title: 'y' }));
  expect(prepare(db, 'SELECT min(number), max(number) FROM book_change').get()).toEqual([100_998, 101_000]);
});
