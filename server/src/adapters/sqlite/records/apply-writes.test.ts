import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { kind } from '../../../../test/record-store/kind.ts';
import type { Write } from '../../store-kit/transaction.ts';
import { prepare } from '../connection/open-database.ts';
import { applyWrites } from './apply-writes.ts';
import { createTables } from './create-tables.ts';

interface Note {
  accountId: string;
  id: string;
  number: number;
  text: string;
  seenAt: number | null;
}

const notes = kind<Note>()({
  name: 'note',
  fields: { accountId: 'account', id: 'text', number: 'integer', text: 'text', seenAt: 'integer' },
  key: ['accountId', 'id'],
  indexes: {},
  sequence: 'number',
  logs: ['text'],
});

const ofNote = (id: string) => ({ kind: notes, key: { accountId: 'acct_1', id } });
const insert = (id: string): Write => {
  const record = { ...ofNote(id).key, text: '', seenAt: null };
  return { type: 'insert', ...ofNote(id), record };
};

function open(): { apply(...writes: Write[]): unknown[]; db: DatabaseSync } {
  const db = new DatabaseSync(':memory:');
  createTables(db, [notes]);
  let last = 0;
  return {
    db,
    /** Returns the numbers of the notes whose changes are logged. */
    apply(...writes) {
      applyWrites(db, writes);
      const logged = prepare<[number, number]>(db, 'SELECT number, seq FROM note_change WHERE number > ?').all(last);
      last = logged.at(-1)?.[0] ?? last;
      return logged.map(([, seq]) => seq);
    },
  };
}

it('logs insertions, deletions and changes of the given fields, of present records only', () => {
  const { apply } = open();
  expect(apply(insert('a'), insert('b'))).toEqual([1, 2]);
  expect(apply({ type: 'patch', ...ofNote('b'), set: { text: 'x', seenAt: 1 } })).toEqual([2]);
  expect(apply({ type: 'patch', ...ofNote('b'), set: { seenAt: 2 } })).toEqual([]);
  expect(apply({ type: 'patch', ...ofNote('gone'), set: { text: 'x' } })).toEqual([]);
  const read = { ...ofNote('a'), key: { ...ofNote('a').key, number: 1 } };
  expect(apply({ type: 'patch', ...read, set: { text: 'y' } })).toEqual([1]);
  expect(apply({ type: 'delete', ...ofNote('a') }, { type: 'delete', ...ofNote('gone') })).toEqual([1]);
});

it('keeps the newest changes', () => {
  const { apply, db } = open();
  apply(insert('a'));
  db.exec(`INSERT INTO note_change (number, account, seq) VALUES (100998, 1, 1)`);
  const set = (text: string): Write => ({ type: 'patch', ...ofNote('a'), set: { text } });
  apply(set('x'));
  expect(prepare(db, 'SELECT min(number) FROM note_change').get()).toEqual([1]);
  apply(set('y'));
  expect(prepare(db, 'SELECT min(number), max(number) FROM note_change').get()).toEqual([100_998, 101_000]);
});
