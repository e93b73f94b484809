import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeMemoryStore } from '../../../ports/memory-store.contract.ts';

const open = useMongodbStore();

describeMemoryStore('MongoDB', ({ now }) => open({}, now));
