import { expect, it } from 'vitest';
import { createTestRecords } from '../../../../test/create-test-store.ts';
import { temporaryDirectory } from '../../../../test/process/spawn-server.ts';
import { describeLaterVersion } from '../../../../test/record-store/describe-later-version.ts';
import { laterKinds } from '../../../../test/record-store/later-library.ts';
import {
  type LibraryCommands,
  type LibraryQueries,
  libraryKinds,
  makeBook,
} from '../../../../test/record-store/library.ts';
import { laterWorkers, libraryWorkers } from '../../../../test/record-store/library-workers.ts';
import { describeRecordStore, type OpenRecordStore } from '../../../ports/record-store.contract.ts';
import { openSqliteStore } from '../open-store.ts';

async function open(clock: { now: number }): Promise<OpenRecordStore> {
  const store = await createTestRecords({ now: () => clock.now, kinds: libraryKinds, workers: libraryWorkers });
  return store as unknown as OpenRecordStore;
}

describeRecordStore('SQLite', open);

it('rejects a command that awaits something else than the store, which would stop the writer, and runs the others', async () => {
  const { records, close } = await open({ now: 0 });
  try {
    const ends = await Promise.allSettled([
      records.run('lib_1', 'addBooks', [makeBook('before')]),
      records.run('lib_1', 'stall', makeBook('stalled')),
      records.run('lib_1', 'addBooks', [makeBook('after')]),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(String((ends[1] as PromiseRejectedResult).reason)).toContain('stall awaits something else than the store');
    await new Promise((resolve) => setTimeout(resolve, 40));
    const titles = await records.query('lib_1', 'titles', { libraryId: 'lib_1' });
    expect(titles).toEqual(['Title of after', 'Title of before']);
  } finally {
    await close();
  }
});

describeLaterVersion('SQLite', async () => {
  const directory = temporaryDirectory();
  return {
    words: ['sqlite', directory],
    async within(version, work) {
      const isLater = version === 'later';
      const domain = { kinds: isLater ? laterKinds : libraryKinds, workers: isLater ? laterWorkers : libraryWorkers };
      const options = { now: () => 0, ...domain };
      const store = await openSqliteStore<LibraryCommands, LibraryQueries>(directory, options);
      await work(store.records).finally(() => store.close());
    },
  };
});
