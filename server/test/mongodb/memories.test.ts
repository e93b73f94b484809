import { describeMemoryDeletions } from '../../src/domain/memories/memory-deletions.contract.ts';
import { describeMemoryStore } from '../../src/domain/memories/memory-store.contract.ts';
import { useMongodbStore } from './use-mongodb-store.ts';

const open = useMongodbStore();

describeMemoryStore('MongoDB', ({ now }) => open({}, now));
describeMemoryDeletions('MongoDB', ({ now }) => open({}, now));
