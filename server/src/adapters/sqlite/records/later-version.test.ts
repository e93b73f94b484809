import { temporaryDirectory } from '../../../../test/process/spawn-server.ts';
import { describeLaterVersion } from '../../../../test/record-store/describe-later-version.ts';
import { laterKinds } from '../../../../test/record-store/later-library.ts';
import { type LibraryCommands, type LibraryQueries, libraryKinds } from '../../../../test/record-store/library.ts';
import { laterWorkers, libraryWorkers } from '../../../../test/record-store/library-workers.ts';
import { openSqliteStore } from '../open-store.ts';

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
