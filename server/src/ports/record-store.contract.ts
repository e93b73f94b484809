import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  books,
  type LibraryCommands,
  type LibraryQueries,
  libraries,
  loans,
  makeBook,
  visits,
} from '../../test/record-store/library.ts';
import { DomainError } from './errors.ts';
import { type RecordStore, Taken } from './record-store.ts';

export interface OpenRecordStore {
  records: RecordStore<LibraryCommands, LibraryQueries>;
  close(): Promise<void>;
}

/**
 * Specifies a store of records.
 * @param open opens an empty store with the kinds, commands and queries of `test/record-store/library.ts`. Its commands
 * and reads have the time of `clock`.
 */
export function describeRecordStore(name: string, open: (clock: { now: number }) => Promise<OpenRecordStore>): void {
  describe(`the record store of ${name}`, () => {
    const clock = { now: 1_000 };
    let store: OpenRecordStore;
    let records: OpenRecordStore['records'];
    beforeEach(async () => {
      clock.now = 1_000;
      store = await open(clock);
      records = store.records;
    });
    afterEach(() => store.close());

    const run: OpenRecordStore['records']['run'] = (...call) => records.run(...call);
    const add = (...added: ReturnType<typeof makeBook>[]) => run('lib_1', 'addBooks', added);
    const get = (id: string, libraryId = 'lib_1') => records.get(books, { libraryId, id });
    const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

    it('returns a record with the value of every type unchanged', async () => {
      const book = makeBook('all', {
        ...{ shelf: 'ä "quoted" \u0000 🙂', pages: 2 ** 53 - 1, weight: 0.1, isLent: true },
        cover: new Uint8Array([0, 255, 7]),
        shape: new Int8Array([-128, 0, 127]),
        notes: { z: 1, a: [null, true, { $set: 'x' }], 'with.dot': '' },
        tags: ['b', 'a', 'ü'],
      });
      await add(book, makeBook('none'));
      expect(await get('all')).toEqual({ ...book, number: expect.any(Number) });
      expect(await get('none')).toEqual({ ...makeBook('none'), number: expect.any(Number) });
    });

    it('finds no record of another account, and none that is absent', async () => {
      await add(makeBook('one'), makeBook('one', { libraryId: 'lib_2', title: 'of another' }));
      expect((await get('one'))?.title).toBe('Title of one');
      expect((await get('one', 'lib_2'))?.title).toBe('of another');
      expect(await get('two')).toBeUndefined();
      const keys = ['two', 'one'].map((id) => ({ libraryId: 'lib_1', id }));
      expect(idsOf((await records.getMany(books, keys)).filter((book) => book !== undefined))).toEqual(['one']);
      expect((await records.getMany(books, keys))[0]).toBeUndefined();
      expect(await records.getMany(books, [])).toEqual([]);
    });

    it('scans an index in its order, in both directions and page by page', async () => {
      await add(...['c', 'a', 'b', 'd'].map((id) => makeBook(id, { title: id === 'd' ? 'b' : id })));
      await add(makeBook('x', { libraryId: 'lib_2' }));
      const scan = (options: object) => records.scan(books, 'title', { of: ['lib_1'], limit: 10, ...options });
      expect(idsOf(await scan({}))).toEqual(['a', 'b', 'd', 'c']);
      expect(idsOf(await scan({ descending: true }))).toEqual(['c', 'd', 'b', 'a']);
      expect(idsOf(await scan({ limit: 2, after: { title: 'b', id: 'b' } }))).toEqual(['d', 'c']);
      expect(idsOf(await scan({ limit: 2, descending: true, after: { title: 'b', id: 'd' } }))).toEqual(['b', 'a']);
      expect(idsOf(await scan({ limit: 2, skip: 1 }))).toEqual(['b', 'd']);
      expect(idsOf(await records.scan(books, 'title', { of: ['lib_1', 'b'], limit: 10 }))).toEqual(['b', 'd']);
    });

    it('orders texts by their code points, and an index with a condition has no records without its field', async () => {
      const titles = ['Z', 'a', 'é', '\uffee', '🙂'];
      await add(...titles.map((title, at) => makeBook(`${at}`, { title })));
      const byTitle = await records.scan(books, 'title', { of: ['lib_1'], limit: 9 });
      expect(byTitle.map(({ title }) => title)).toEqual(titles);
      await add(makeBook('late', { dueAt: 2 }), makeBook('soon', { dueAt: 1 }));
      const due = async () => idsOf(await records.scan(books, 'due', { of: ['lib_1'], limit: 9 }));
      expect(await due()).toEqual(['soon', 'late']);
      await run('lib_1', 'changeBook', { id: 'late', set: { dueAt: null } });
      expect([await due(), await records.count(books, 'due', { of: ['lib_1'] })]).toEqual([['soon'], 1]);
    });

    it('filters by values, ranges, absent values and elements', async () => {
      await add(
        makeBook('a', { pages: 1, shelf: 'low', isLent: true, tags: ['x', 'y'] }),
        makeBook('b', { pages: 2, tags: ['y'] }),
        makeBook('c', { pages: 3, shelf: 'high', tags: ['x'] }),
      );
      const filters: [where: object, found: string][] = [
        [{ pages: 2 }, 'b'],
        [{ pages: { from: 2 } }, 'bc'],
        [{ pages: { from: 1, to: 3 } }, 'ab'],
        [{ pages: { any: [1, 3] } }, 'ac'],
        [{ pages: { not: 2 } }, 'ac'],
        [{ shelf: null }, 'b'],
        [{ shelf: { not: null } }, 'ac'],
        [{ isLent: true }, 'a'],
        [{ isLent: undefined, pages: { from: undefined, to: 2 } }, 'a'],
        [{ tags: { all: [['x', 'z'], ['y']] } }, 'a'],
      ];
      for (const [where, found] of filters) {
        const scanned = await records.scan(books, 'title', { of: ['lib_1'], where, limit: 9 });
        expect([where, idsOf(scanned).join('')]).toEqual([where, found]);
      }
      expect(await records.count(books, 'title', { of: ['lib_1'], where: { pages: { from: 2 } } })).toBe(2);
      expect(await records.count(books, 'title', { of: ['lib_1'], max: 2 })).toBe(2);
      expect(await records.count(books, 'title', { of: ['lib_9'] })).toBe(0);
    });

    it('reads only the given fields of records by their keys, and of a scan', async () => {
      await add(makeBook('a', { shelf: 'low', notes: { z: 1 }, tags: ['x'] }), makeBook('b'));
      const keys = ['b', 'none', 'a'].map((id) => ({ libraryId: 'lib_1', id }));
      const read = await records.getMany(books, keys, ['shelf', 'notes']);
      expect(read).toMatchObject([{ shelf: null, notes: null }, undefined, { shelf: 'low', notes: { z: 1 } }]);
      expect(read.map((book) => book && 'tags' in book)).toEqual([false, undefined, false]);
      expect(await records.get(books, { libraryId: 'lib_1', id: 'a' }, ['tags'])).toMatchObject({ tags: ['x'] });
      const page = { of: ['lib_1'], limit: 9 };
      expect(await records.scan(books, 'title', { ...page, only: ['id', 'shelf', 'notes'] })).toEqual([
        { id: 'a', shelf: 'low', notes: { z: 1 } },
        { id: 'b', shelf: null, notes: null },
      ]);
      await run('lib_1', 'count', { day: 1, loans: 2 });
      expect(await records.scan(loans, 'key', { ...page, only: ['loans'] })).toMatchObject([{ loans: 2 }]);
    });

    it('scans a kind by alternatives of the next field of its key', async () => {
      await add(makeBook('a'), makeBook('b', { goneAt: 1_000 }), makeBook('c'), makeBook('d'));
      await add(makeBook('a', { libraryId: 'lib_2' }));
      const scan = (any: string[], options: object = {}) =>
        records.scan(books, 'key', { of: ['lib_1'], where: { id: { any } }, limit: 9, ...options });
      expect(idsOf(await scan(['c', 'a', 'b', 'x']))).toEqual(['a', 'c']);
      expect(idsOf(await scan(['c', 'a'], { after: { id: 'a' } }))).toEqual(['c']);
      expect(idsOf(await scan(['b', 'a'], { expired: 'only' }))).toEqual(['b']);
      expect(await scan([])).toEqual([]);
      expect(await records.scan(books, 'key', { of: [], where: { libraryId: { any: ['lib_2'] } }, limit: 9 })).toEqual([
        expect.objectContaining({ id: 'a', libraryId: 'lib_2' }),
      ]);
      for (const day of [1, 2, 3]) await run('lib_1', 'count', { day, loans: day });
      const days = { of: ['lib_1'], where: { day: { any: [3, 1] } }, limit: 9 };
      expect((await records.scan(loans, 'key', days)).map((one) => one.loans)).toEqual([1, 3]);
    });

    it('finds records by an element of a list, also after the list has changed', async () => {
      await add(makeBook('a', { tags: ['x', 'x', 'y'] }), makeBook('b', { tags: ['y'] }));
      const tagged = async (tag: string) =>
        idsOf(await records.scan(books, 'tag', { of: ['lib_1', tag], limit: 9 }))
          .sort()
          .join('');
      expect([await tagged('x'), await tagged('y'), await tagged('z')]).toEqual(['a', 'ab', '']);
      await run('lib_1', 'changeBook', { id: 'a', set: { tags: ['z'] } });
      await run('lib_1', 'removeBooks', ['b']);
      expect([await tagged('x'), await tagged('y'), await tagged('z')]).toEqual(['', '', 'a']);
      expect(await records.distinct(books, 'tag', { of: ['lib_1'], limit: 9 })).toEqual(['z']);
    });

    it('lists the distinct values of the next field, page by page', async () => {
      await add(...['b', 'a', 'b', 'c', 'a'].map((shelf, at) => makeBook(`${at}`, { shelf })), makeBook('none'));
      await add(makeBook('other', { libraryId: 'lib_2', shelf: 'z' }));
      const distinct = (page: object) => records.distinct(books, 'shelf', { of: ['lib_1'], limit: 9, ...page });
      expect(await distinct({})).toEqual(['a', 'b', 'c']);
      expect(await distinct({ limit: 2 })).toEqual(['a', 'b']);
      expect(await distinct({ after: 'a' })).toEqual(['b', 'c']);
      expect(await records.distinct(books, 'shelf', { of: [], limit: 9 })).toEqual(['lib_1', 'lib_2']);
      clock.now = 2_000;
      await add(makeBook('expired', { shelf: 'd', goneAt: 1_000 }));
      expect(await distinct({ after: 'b' })).toEqual(['c', 'd']);
    });

    it('lists the distinct values with a record below a value of the field after them', async () => {
      const times = { a: [9, 3], b: [5], c: [null], d: [1, 7] };
      for (const [libraryId, ofLibrary] of Object.entries(times)) {
        await add(...ofLibrary.map((dueAt, at) => makeBook(`${at}`, { libraryId, dueAt })));
      }
      const distinct = async (page: object) =>
        (await records.distinct(books, 'due', { of: [], limit: 9, ...page })).toSorted().join('');
      expect(await distinct({})).toBe('abd');
      expect(await distinct({ below: 6 })).toBe('abd');
      expect(await distinct({ below: 5 })).toBe('ad');
      expect(await distinct({ below: 1 })).toBe('');
      expect(await records.distinct(books, 'due', { of: [], below: 5, limit: 1 })).toHaveLength(1);
      const shelves = ['x', 'y', 'z'].map((shelf, at) => makeBook(`on ${shelf}`, { shelf, id: `${3 - at}` }));
      await add(...shelves);
      const below = await records.distinct(books, 'shelf', { of: ['lib_1'], after: 'x', below: '2', limit: 9 });
      expect(below).toEqual(['z']);
    });

    it('does not find a record from the time at which it expires, except in scans for expired ones', async () => {
      await add(makeBook('gone', { goneAt: 2_000, tags: ['x'] }), makeBook('stays', { tags: ['x'] }));
      const found = async () => [
        Boolean(await get('gone')),
        (await records.scan(books, 'title', { of: ['lib_1'], limit: 9 })).length,
        await records.count(books, 'tag', { of: ['lib_1', 'x'] }),
      ];
      clock.now = 1_999;
      expect(await found()).toEqual([true, 2, 2]);
      clock.now = 2_000;
      expect(await found()).toEqual([false, 1, 1]);
      expect(await records.getMany(books, [{ libraryId: 'lib_1', id: 'gone' }])).toEqual([undefined]);
      expect(idsOf(await records.scan(books, 'gone', { of: [], expired: 'only', limit: 9 }))).toEqual(['gone']);
      expect(await records.count(books, 'title', { of: ['lib_1'], expired: 'only' })).toBe(1);
      expect(await records.count(books, 'title', { of: ['lib_1'], expired: 'also' })).toBe(2);
      await run('lib_1', 'removeBooks', ['gone']);
      expect(await records.count(books, 'gone', { of: [], expired: 'only' })).toBe(0);
      expect(await run('lib_1', 'now', undefined)).toBe(2_000);
    });

    it('a command reads its own writes in every way', async () => {
      await add(...['kept', 'changed', 'deleted'].map((id) => makeBook(id, { title: `T ${id}` })));
      expect(await run('lib_1', 'readOwnWrites', undefined)).toEqual({
        got: [['B', 10], ['A', 15], undefined, undefined, ['T kept', 10]],
        some: ['B', 'A', undefined, undefined, 'T kept'],
        one: 15,
        scanned: ['A', 'B', 'T kept'],
        first: ['A', 'B'],
        skipped: ['B', 'T kept'],
        descending: ['T kept', 'B'],
        after: ['B', 'T kept'],
        tagged: ['changed', 'new'],
        count: 3,
        upToTwo: 2,
        byKey: ['changed', 'kept', 'new'],
        long: 1,
      });
      expect((await get('changed'))?.pages).toBe(15);
      expect(await get('absent')).toBeUndefined();
    });

    it('a command that throws has written nothing, and those beside it have', async () => {
      const ends = await Promise.allSettled([
        add(makeBook('before')),
        run('lib_1', 'fail', makeBook('failed')),
        add(makeBook('after')),
      ]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(String((ends[1] as PromiseRejectedResult).reason)).toContain('a rule of the library');
      expect(idsOf(await records.scan(books, 'title', { of: ['lib_1'], limit: 9 }))).toEqual(['after', 'before']);
    });

    it('passes the rejection of a command on to its caller with all of its fields', async () => {
      const rejected = await run('lib_1', 'reject', makeBook('rejected')).catch((error: unknown) => error);
      expect(rejected).toBeInstanceOf(DomainError);
      expect(rejected).toMatchObject({
        ...{ code: 'rate_limited', message: 'Not now.', retryAfterSeconds: 7, details: { limit: 'books' } },
        errors: [{ path: '/title', message: 'is rejected' }],
      });
      expect(await get('rejected')).toBeUndefined();
    });

    it('rejects a second record with the same key or unique value as taken, and writes nothing of its command', async () => {
      await run('lib_1', 'addLibrary', { id: 'lib_1', name: 'City', maxBooks: null });
      await add(makeBook('a'));
      await expect(add(makeBook('b'), makeBook('a'))).rejects.toThrow(Taken);
      expect(await get('b')).toBeUndefined();
      const other = { id: 'lib_2', name: 'City', maxBooks: null };
      await expect(run('lib_2', 'addLibrary', other)).rejects.toThrow(Taken);
      await run('lib_2', 'addLibrary', { ...other, name: null });
      await run('lib_3', 'addLibrary', { ...other, id: 'lib_3', name: null });
      const ends = await Promise.allSettled([add(makeBook('c')), add(makeBook('a')), add(makeBook('d'))]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await records.count(books, 'title', { of: ['lib_1'] })).toBe(3);
    });

    it('replaces a record as a whole, and changes only the given fields of one', async () => {
      await run('lib_1', 'putLibrary', { id: 'lib_1', name: 'City', maxBooks: 3 });
      await run('lib_1', 'putLibrary', { id: 'lib_1', name: 'Town', maxBooks: null });
      expect(await records.get(libraries, { id: 'lib_1' })).toEqual({ id: 'lib_1', name: 'Town', maxBooks: null });
      expect(await records.scan(libraries, 'name', { of: ['Town'], limit: 2 })).toHaveLength(1);
      await add(makeBook('a', { shelf: 'low', notes: { a: 1 } }));
      await run('lib_1', 'changeBook', { id: 'a', set: { shelf: null, notes: { b: 2 } } });
      await run('lib_1', 'changeBook', { id: 'a', set: {} });
      expect(await get('a')).toMatchObject({ shelf: null, notes: { b: 2 }, title: 'Title of a' });
      await run('lib_1', 'addPages', { id: 'a', pages: 4 });
      await run('lib_1', 'addPages', { id: 'absent', pages: 4 });
      expect([(await get('a'))?.pages, await get('absent')]).toEqual([14, undefined]);
    });

    it('adds to counters at the same time without losing one, beginning with zeros', async () => {
      const count = (by: object) => run('lib_1', 'count', { day: 1, ...by });
      expect(await count({ loans: 1, byShelf: { low: 2 } })).toMatchObject({ loans: 1, byShelf: { low: 2 } });
      await Promise.all(Array.from({ length: 19 }, () => count({ loans: 1, byShelf: { low: 1, high: 1 } })));
      await run('lib_1', 'count', { day: 2, returns: 5 });
      const first = { libraryId: 'lib_1', day: 1, loans: 20, returns: 0, byShelf: { low: 21, high: 19 } };
      const second = { libraryId: 'lib_1', day: 2, loans: 0, returns: 5, byShelf: {} };
      expect(await records.get(loans, { libraryId: 'lib_1', day: 1 })).toEqual(first);
      expect(await records.scan(loans, 'key', { of: ['lib_1'], limit: 9 })).toEqual([first, second]);
      expect(await records.scan(loans, 'key', { of: ['lib_1'], limit: 1, descending: true })).toEqual([second]);
      expect(await records.get(loans, { libraryId: 'lib_1', day: 3 })).toBeUndefined();
      await run('lib_1', 'forget', 1);
      expect(await records.scan(loans, 'key', { of: ['lib_1'], limit: 9 })).toEqual([second]);
      expect(await count({ loans: 1 })).toMatchObject({ loans: 1, byShelf: {} });
      await Promise.all(Array.from({ length: 40 }, (_, at) => count({ day: 3 + (at % 3), returns: 1 })));
      const page = await records.scan(loans, 'key', { of: ['lib_1'], where: { day: { from: 3 } }, limit: 2 });
      expect(page.map(({ day, returns }) => `${day}: ${returns}`)).toEqual(['3: 14', '4: 13']);
    });

    it('scans every kind by its key, page by page, in the order of texts and numbers', async () => {
      await add(...['b', 'a', 'c/1', 'c'].map((id) => makeBook(id)), makeBook('gone', { goneAt: 1 }));
      await add(makeBook('x', { libraryId: 'lib_10' }), makeBook('y', { libraryId: 'lib' }));
      const scan = async (options: object) =>
        idsOf(await records.scan(books, 'key', { of: ['lib_1'], limit: 9, ...options }));
      expect(await scan({})).toEqual(['a', 'b', 'c', 'c/1']);
      expect(await scan({ limit: 2, after: { id: 'a' } })).toEqual(['b', 'c']);
      expect(await scan({ limit: 2, descending: true, after: { id: 'c/1' } })).toEqual(['c', 'b']);
      expect(await scan({ expired: 'only' })).toEqual(['gone']);
      expect(await scan({ expired: 'also' })).toEqual(['a', 'b', 'c', 'c/1', 'gone']);
      expect(await scan({ of: ['lib_1', 'c'] })).toEqual(['c']);
      expect(await scan({ of: [], where: { pages: 10 } })).toHaveLength(6);
      expect(await records.count(books, 'key', { of: ['lib_1'], where: { id: { not: 'b' } } })).toBe(3);

      for (const day of [10, 9, 100]) await run('lib_1', 'count', { day, loans: 1 });
      for (let more = 0; more < 9; more++) await run('lib_1', 'count', { day: 9, loans: 1 });
      const days = async (options: object) =>
        (await records.scan(loans, 'key', { of: ['lib_1'], limit: 9, ...options })).map(({ day }) => day);
      expect(await days({})).toEqual([9, 10, 100]);
      expect(await days({ after: { day: 9 }, limit: 1 })).toEqual([10]);
      expect(await days({ after: { day: 100 }, descending: true })).toEqual([10, 9]);
      expect(await days({ of: ['lib_1', 9] })).toEqual([9]);
      expect((await records.scan(loans, 'key', { of: ['lib_1'], limit: 1 }))[0]?.loans).toBe(10);
    });

    it('commands that lock the same record run one after the other: of 20 at once, as many succeed as fit', async () => {
      await run('lib_1', 'addLibrary', { id: 'lib_1', name: null, maxBooks: 7 });
      const ends = await Promise.all(
        Array.from({ length: 20 }, (_, at) => run('lib_1', 'addWithin', makeBook(`book_${at}`))),
      );
      expect(ends.filter((end) => end === 'added')).toHaveLength(7);
      expect(await records.count(books, 'title', { of: ['lib_1'] })).toBe(7);
    });

    it('numbers the records of a sequence in the order of their commands, and shows all up to its position', async () => {
      for (const visitor of ['ada', 'bo', 'cy']) await run('lib_1', 'visit', visitor);
      const scan = (options: object) => records.scan(visits, 'key', { of: ['lib_1'], limit: 9, ...options });
      const [ada, bo, cy] = await scan({});
      expect([ada, bo, cy].map((visit) => visit?.visitor)).toEqual(['ada', 'bo', 'cy']);
      expect(await records.get(visits, { libraryId: 'lib_1', order: bo?.order as number })).toEqual(bo);
      expect(await scan({ after: { order: bo?.order } })).toEqual([cy]);
      await expect.poll(() => records.position(visits)).toBeGreaterThanOrEqual(cy?.order as number);
      const position = await records.position(visits);
      await run('lib_1', 'visit', 'dot');
      expect((await scan({})).at(-1)?.order).toBeGreaterThan(position);
    });

    it('runs a query, which sees what was written before, and a command that begins several reads at once', async () => {
      await add(makeBook('a', { title: 'A', words: ['x'] }), makeBook('b', { title: 'B' }));
      expect(await records.query('lib_1', 'titles', { libraryId: 'lib_1' })).toEqual(['A', 'B']);
      expect(await run('lib_1', 'readAtOnce', ['a', 'b', 'c'])).toEqual(['A', 'B', undefined, 2]);
      // Fields of searches are null in a store that has none of them.
      expect((await get('a'))?.words).toEqual((await run('lib_1', 'hasSearchFields', undefined)) ? ['x'] : null);
      await expect(records.query('lib_1', 'nothing' as never, {} as never)).rejects.toThrow('no query nothing');
      await expect(run('lib_1', 'nothing' as never, {} as never)).rejects.toThrow('no command nothing');
    });

    it('reads the pages of a query in the state of their opening, until they are closed', async () => {
      await add(...['a', 'b', 'c', 'd'].map((title) => makeBook(title, { title })));
      await add(makeBook('gone', { title: 'gone', goneAt: 2_000 }));
      const opened = await records.openPages('lib_1', 'titlePages', { limit: 2 });
      clock.now = 2_000;
      await run('lib_1', 'removeBooks', ['a', 'd']);
      await add(makeBook('later', { title: 'later' }));
      for (const page of [['a', 'b'], ['c', 'd'], ['gone'], [], []]) expect(await opened.next()).toEqual(page);
      await opened.close();
      await opened.close();
      const again = await records.openPages('lib_1', 'titlePages', { limit: 9 });
      expect(await again.next()).toEqual(['b', 'c', 'later']);
      await again.close();
      await expect(records.openPages('lib_1', 'nothing' as never, {} as never)).rejects.toThrow('no query nothing');
    });
  });
}
