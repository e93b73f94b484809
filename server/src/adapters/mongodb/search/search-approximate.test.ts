import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeMemoryStore } from '../../../ports/memory-store.contract.ts';

const open = useMongodbStore();

// No scope is so small that all of it is compared, and beside the search indexes nothing is looked at.
describeMemoryStore(
  'MongoDB that finds by its search indexes alone',
  () => open({ maxWordsRead: 0, maxVectorsRead: 0, maxExact: 0, lagMs: 0 }),
  { findsOnly: true, isFair: true },
);
