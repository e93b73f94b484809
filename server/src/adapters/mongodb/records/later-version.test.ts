import { onTestFinished } from 'vitest';
import { startTestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { describeLaterVersion } from '../../../../test/record-store/describe-later-version.ts';
import { laterCommands, laterKinds } from '../../../../test/record-store/later-library.ts';
import { libraryCommands, libraryKinds, libraryQueries } from '../../../../test/record-store/library.ts';
import { openConnected } from '../connection/connect.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { createRecordStore } from './record-store.ts';

describeLaterVersion('MongoDB', async () => {
  const mongodb = await startTestMongodb();
  onTestFinished(() => mongodb.close());
  return {
    words: ['mongodb', mongodb.uri],
    async within(version, work) {
      const { client, db, snapshots } = await openConnected(mongodb.uri, async (connection) => connection);
      await ensureIndexes(db, version === 'later' ? laterKinds : libraryKinds);
      const commands = version === 'later' ? (laterCommands as unknown as typeof libraryCommands) : libraryCommands;
      const domain = { commands, queries: libraryQueries };
      await work(createRecordStore({ client, db, snapshots, ...domain, now: () => 0 })).finally(() => client.close());
    },
  };
});
