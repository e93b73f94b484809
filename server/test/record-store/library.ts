import { DomainError } from '../../src/ports/errors.ts';
import type { Page, Transaction } from '../../src/ports/record-store.ts';
import { kind } from './kind.ts';

/** The kinds and commands of a small library, with which the contract of record stores is tested. */

export interface Library {
  id: string;
  name: string | null;
  maxBooks: number | null;
}

export const libraries = kind<Library>()({
  name: 'library',
  fields: { id: 'account', name: 'text', maxBooks: 'integer' },
  key: ['id'],
  indexes: { name: { on: ['name'], unique: true } },
});

export interface Book {
  libraryId: string;
  id: string;
  number: number;
  title: string;
  shelf: string | null;
  pages: number;
  weight: number;
  isLent: boolean;
  cover: Uint8Array | null;
  shape: Int8Array | null;
  notes: unknown;
  tags: string[];
  /** The words of its title, for a search index. */
  words: string[] | null;
  dueAt: number | null;
  goneAt: number | null;
}

export const books = kind<Book>()({
  name: 'book',
  fields: {
    libraryId: 'account',
    id: 'text',
    number: 'integer',
    title: 'text',
    shelf: 'text',
    pages: 'integer',
    weight: 'real',
    isLent: 'boolean',
    cover: 'bytes',
    shape: 'vector',
    notes: 'json',
    tags: 'list',
    words: 'list',
    dueAt: 'integer',
    goneAt: 'integer',
  },
  key: ['libraryId', 'id'],
  indexes: {
    title: { on: ['libraryId', 'title', 'id'], covers: ['pages'] },
    pages: { on: ['libraryId', 'pages', 'id'] },
    number: { on: ['libraryId', 'number'] },
    shelf: { on: ['libraryId', 'shelf', 'id'] },
    due: { on: ['libraryId', 'dueAt', 'id'], where: 'dueAt' },
    tag: { on: ['libraryId'], each: 'tags' },
    word: { on: ['libraryId'], each: 'words' },
    weight: { on: ['libraryId', 'weight'], forSearch: true },
    gone: { on: ['goneAt'], where: 'goneAt' },
  },
  sequence: 'number',
  expires: 'goneAt',
  erases: ['title', 'notes'],
  forSearch: ['words'],
});

export interface Visit {
  libraryId: string;
  order: number;
  visitor: string;
}

/** Its key is its sequence. */
export const visits = kind<Visit>()({
  name: 'visit',
  fields: { libraryId: 'account', order: 'integer', visitor: 'text' },
  key: ['libraryId', 'order'],
  indexes: { visitor: { on: ['libraryId', 'visitor'], unique: true } },
  sequence: 'order',
});

export interface Loans {
  libraryId: string;
  day: number;
  loans: number;
  returns: number;
  byShelf: Record<string, number>;
}

export const loans = kind<Loans>()({
  name: 'loan_count',
  fields: { libraryId: 'account', day: 'integer', loans: 'integer', returns: 'integer', byShelf: 'counts' },
  key: ['libraryId', 'day'],
  indexes: {},
  counter: true,
});

export const libraryKinds = [libraries, books, visits, loans];

export function makeBook(id: string, changes: Partial<Book> = {}): Omit<Book, 'number'> {
  const plain = {
    shelf: null,
    pages: 10,
    weight: 0.5,
    isLent: false,
    cover: null,
    shape: null,
    notes: null,
    tags: [],
    words: null,
  };
  const { number: _, ...changed } = changes;
  return { libraryId: 'lib_1', id, title: `Title of ${id}`, ...plain, dueAt: null, goneAt: null, ...changed };
}

export const libraryCommands = {
  async addLibrary(tx: Transaction, library: Library) {
    tx.insert(libraries, library);
  },

  async addBooks(tx: Transaction, added: readonly Omit<Book, 'number'>[]) {
    for (const book of added) tx.insert(books, book);
    return added.length;
  },

  /** Adds a book unless the library is full: it counts, then inserts. */
  async addWithin(tx: Transaction, book: Omit<Book, 'number'>) {
    const library = await tx.lock(libraries, { id: book.libraryId });
    const present = await tx.count(books, 'title', { of: [book.libraryId] });
    if (library?.maxBooks != null && present >= library.maxBooks) return 'full';
    tx.insert(books, book);
    return 'added';
  },

  async changeBook(
    tx: Transaction,
    { id, set, libraryId = 'lib_1' }: { id: string; set: Partial<Book>; libraryId?: string },
  ) {
    tx.patch(books, { libraryId, id }, set);
  },

  async removeBooks(tx: Transaction, ids: readonly string[]) {
    for (const id of ids) tx.delete(books, { libraryId: 'lib_1', id });
  },

  async putLibrary(tx: Transaction, library: Library) {
    tx.put(libraries, library);
  },

  async visit(tx: Transaction, visitor: string) {
    tx.insert(visits, { libraryId: 'lib_1', visitor });
  },

  async count(tx: Transaction, { day, ...by }: { day: number } & Partial<Omit<Loans, 'libraryId' | 'day'>>) {
    tx.add(loans, { libraryId: 'lib_1', day }, by);
    return tx.get(loans, { libraryId: 'lib_1', day });
  },

  async forget(tx: Transaction, day: number) {
    tx.delete(loans, { libraryId: 'lib_1', day });
  },

  async addPages(tx: Transaction, { id, pages }: { id: string; pages: number }) {
    tx.add(books, { libraryId: 'lib_1', id }, { pages });
  },

  /** Reads what it has just written, in every way. */
  async readOwnWrites(tx: Transaction) {
    tx.insert(books, makeBook('new', { title: 'B', tags: ['fresh'] }));
    tx.patch(books, { libraryId: 'lib_1', id: 'changed' }, { title: 'A', tags: ['fresh'] });
    tx.delete(books, { libraryId: 'lib_1', id: 'deleted' });
    tx.patch(books, { libraryId: 'lib_1', id: 'absent' }, { title: 'X' });
    tx.add(books, { libraryId: 'lib_1', id: 'changed' }, { pages: 5 });
    const keys = ['new', 'changed', 'deleted', 'absent', 'kept'].map((id) => ({ libraryId: 'lib_1', id }));
    const found = await tx.getMany(books, keys);
    const titles = async (options: object) =>
      (await tx.scan(books, 'title', { of: ['lib_1'], limit: 10, ...options })).map(({ title }) => title);
    return {
      got: found.map((book) => book && [book.title, book.pages]),
      some: (await tx.getMany(books, keys, ['title'])).map((book) => book?.title),
      one: (await tx.get(books, { libraryId: 'lib_1', id: 'changed' }, ['title', 'pages']))?.pages,
      scanned: await titles({}),
      first: await titles({ limit: 2 }),
      skipped: await titles({ limit: 2, skip: 1 }),
      descending: await titles({ descending: true, limit: 2 }),
      after: await titles({ after: { title: 'A', id: 'changed' } }),
      tagged: (await tx.scan(books, 'tag', { of: ['lib_1', 'fresh'], limit: 10 })).map(({ id }) => id).sort(),
      count: await tx.count(books, 'title', { of: ['lib_1'] }),
      upToTwo: await tx.count(books, 'title', { of: ['lib_1'], max: 2 }),
      byKey: (await tx.scan(books, 'key', { of: ['lib_1'], after: { id: 'a' }, limit: 10 })).map(({ id }) => id),
      long: await tx.count(books, 'title', { of: ['lib_1'], where: { pages: { from: 15 } } }),
    };
  },

  async readAtOnce(tx: Transaction, ids: readonly string[]) {
    const reads = ids.map(async (id) => (await tx.get(books, { libraryId: 'lib_1', id }))?.title);
    return Promise.all([...reads, tx.count(books, 'title', { of: ['lib_1'] })]);
  },

  async fail(tx: Transaction, book: Omit<Book, 'number'>) {
    tx.insert(books, book);
    if (await tx.get(books, book)) throw new Error('a rule of the library');
  },

  async reject(tx: Transaction, book: Omit<Book, 'number'>) {
    tx.insert(books, book);
    const errors = [{ path: '/title', message: 'is rejected' }];
    throw new DomainError('rate_limited', 'Not now.', { errors, retryAfterSeconds: 7, details: { limit: 'books' } });
  },

  async now(tx: Transaction) {
    return tx.now;
  },

  async hasSearchFields(tx: Transaction) {
    return tx.forSearch;
  },

  async stall(tx: Transaction, book: Omit<Book, 'number'>) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    tx.insert(books, book);
  },
};

export const libraryQueries = {
  async titles(reader: Pick<Transaction, 'scan'>, { libraryId }: { libraryId: string }) {
    return (await reader.scan(books, 'title', { of: [libraryId], limit: 100 })).map(({ title }) => title);
  },

  async titlePages(
    reader: Pick<Transaction, 'scan'>,
    query: { limit: number; after?: Pick<Book, 'title' | 'id'> },
  ): Promise<Page<string>> {
    const found = await reader.scan(books, 'title', { of: ['lib_1'], ...query });
    const next = found.length === query.limit ? { ...query, after: found.at(-1) } : null;
    return { page: found.map(({ title }) => title), next };
  },
};

export type LibraryCommands = typeof libraryCommands;
export type LibraryQueries = typeof libraryQueries;
