import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeMemoryStore } from '../../../domain/memories/memory-store.contract.ts';

const open = useMongodbStore();

// With these settings, nothing is read beside the search indexes, not even for a small scope.
describeMemoryStore(
  'MongoDB that finds by its search indexes alone',
  () => open({ maxWordsRead: 0, maxVectorsRead: 0, maxExact: 0, lagMs: 0 }),
  { findsOnly: true, isFair: true },
);
