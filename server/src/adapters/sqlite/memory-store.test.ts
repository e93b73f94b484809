import { describeMemoryStore } from '../../ports/memory-store.contract.ts';
import { createTestStore } from './create-test-store.ts';

describeMemoryStore('SQLite', createTestStore);
