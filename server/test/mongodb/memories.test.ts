import { describeMemoryDeletions } from '../../src/domain/memories/memory-deletions.contract.ts';
import { describeMemoryStore } from '../../src/domain/memories/memory-store.contract.ts';
import { useMongodbStore } from './use-mongodb-store.ts';

const open = useMongodbStore();

// The rules that search nothing are the same on every store: the tests over HTTP run those on MongoDB that writes at the
// same time could break.
describeMemoryStore('MongoDB', ({ now }) => open({}, now), { findsOnly: true });
describeMemoryDeletions('MongoDB', ({ now }) => open({}, now));
