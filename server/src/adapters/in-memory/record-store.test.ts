import { libraryCommands, libraryKinds, libraryQueries } from '../../../test/record-store/library.ts';
import { describeRecordStore } from '../../ports/record-store.contract.ts';
import { createRecordStore } from './record-store.ts';

describeRecordStore('the memory of the process', async (clock) => {
  const library = { kinds: libraryKinds, commands: libraryCommands, queries: libraryQueries };
  return { records: createRecordStore({ ...library, now: () => clock.now }), close: async () => {} };
});
