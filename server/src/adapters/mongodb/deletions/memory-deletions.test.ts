import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeMemoryDeletions } from '../../../ports/memory-deletions.contract.ts';

const open = useMongodbStore();

describeMemoryDeletions('MongoDB', ({ now }) => open({}, now));
