import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RecordStore } from '../../src/ports/record-store.ts';
import { spawnMnema, temporaryDirectory } from '../process/spawn-server.ts';
import { laterBooks } from './later-library.ts';
import { type LibraryCommands, type LibraryQueries, makeBook } from './library.ts';

type Records = RecordStore<LibraryCommands, LibraryQueries>;

interface LaterVersion {
  /** The arguments of `open-later.ts`. */
  words: [type: 'sqlite' | 'mongodb', location: string];
  /** Opens the store in a version, and closes it after the work. */
  within(version: 'present' | 'later', work: (records: Records) => Promise<void>): Promise<void>;
}

const program = fileURLToPath(new URL('./open-later.ts', import.meta.url));

/** Specifies how a store gets the fields and indexes of a later version, the first migration of most changes. */
export function describeLaterVersion(name: string, prepare: () => Promise<LaterVersion>): void {
  it(`a later version adds a field and indexes to a store of ${name}, also after it was killed in the middle`, async () => {
    const { words, within } = await prepare();
    const present = Array.from({ length: 500 }, (_, at) => makeBook(`b${at}`, { tags: ['old'] }));
    await within('present', async (records) => void (await records.run('lib_1', 'addBooks', present)));
    const killed = spawnMnema(words, { program, directory: temporaryDirectory() });
    expect(await killed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(killed.stdout()).toBe('');
    // The version before still opens it, for example because the upgrade is put off.
    await within('present', async (records) => {
      await records.run('lib_1', 'addBooks', [makeBook('between')]);
    });
    await within('later', async (records) => {
      const added = { author: 'Ana', readers: ['Bo', 'Cy'] };
      await records.run('lib_1', 'addBooks', [{ ...makeBook('new'), ...added } as never]);
      await records.run('lib_1', 'changeBook', { id: 'b7', set: { author: 'Ana', readers: ['Bo'] } as never });
      const find = async (index: 'author' | 'reader', value: string) => {
        const found = await records.scan(laterBooks, index, { of: ['lib_1', value], limit: 9 });
        return found.map(({ id }) => id).sort();
      };
      expect(await find('author', 'Ana')).toEqual(['b7', 'new']);
      expect(await find('reader', 'Bo')).toEqual(['b7', 'new']);
      expect(await find('reader', 'Cy')).toEqual(['new']);
      expect(await records.count(laterBooks, 'tag', { of: ['lib_1', 'old'] })).toBe(500);
      expect(await records.get(laterBooks, { libraryId: 'lib_1', id: 'between' })).toMatchObject({ author: null });
    });
  });
}
