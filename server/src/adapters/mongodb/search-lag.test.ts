import { useMongodbStore } from '../../../test/mongodb/use-mongodb-store.ts';
import { describeMemoryStore } from '../../ports/memory-store.contract.ts';

// Nothing is read from the collections that a search index can be asked for, and the indexes lag as those of Atlas do.
const open = useMongodbStore({ lagMs: 1_000 });

describeMemoryStore('MongoDB that leaves the search to Atlas', () => open({ wordsReadMost: 0, vectorsReadMost: 0 }), {
  findsOnly: true,
});
