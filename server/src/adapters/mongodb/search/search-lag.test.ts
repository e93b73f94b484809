import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeMemoryStore } from '../../../domain/memories/memory-store.contract.ts';

// The search indexes lag as those of Atlas do, and only fresh memories are read beside them.
const open = useMongodbStore({ lagMs: 1_000 });

describeMemoryStore('MongoDB that leaves the search to Atlas', () => open({ maxWordsRead: 0, maxVectorsRead: 0 }), {
  findsOnly: true,
});
