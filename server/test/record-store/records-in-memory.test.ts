import { describeRecordStore } from '../../src/ports/record-store.contract.ts';
import { libraryCommands, libraryKinds, libraryQueries } from './library.ts';
import { createRecordsInMemory } from './records-in-memory.ts';

describeRecordStore('the memory of the process', async (clock) => {
  const library = { kinds: libraryKinds, commands: libraryCommands, queries: libraryQueries };
  return { records: createRecordsInMemory({ ...library, now: () => clock.now }), close: async () => {} };
});
