import { useMongodb } from '../../../test/mongodb/test-mongodb.ts';
import { describeMemoryStore } from '../../ports/memory-store.contract.ts';

const mongodb = useMongodb();

describeMemoryStore('MongoDB', () => mongodb.open());
