import type { Transaction } from '../../src/ports/record-store.ts';
import { kind } from './kind.ts';
import { type Book, books, libraryCommands, libraryKinds } from './library.ts';

interface LaterBook extends Book {
  author: string | null;
  readers: string[] | null;
}

/** The books of a later version of the library: a field more, an index more, and an index of the elements of a list. */
export const laterBooks = kind<LaterBook>()({
  ...books,
  fields: { ...books.fields, author: 'text', readers: 'list' },
  indexes: {
    ...books.indexes,
    author: { on: ['libraryId', 'author', 'id'], where: 'author' },
    reader: { on: ['libraryId'], each: 'readers' },
  },
});

export const laterKinds = libraryKinds.map((one) => (one === books ? laterBooks : one));

export const laterCommands = {
  ...libraryCommands,
  async addBooks(tx: Transaction, added: readonly Omit<LaterBook, 'number'>[]) {
    for (const book of added) tx.insert(laterBooks, book);
  },
  async changeBook(tx: Transaction, { id, set }: { id: string; set: Partial<LaterBook> }) {
    tx.patch(laterBooks, { libraryId: 'lib_1', id }, set);
  },
};
