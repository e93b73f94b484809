import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeMemoryStore } from '../../../ports/memory-store.contract.ts';

describeMemoryStore('SQLite', () => createTestStore());
describeMemoryStore('SQLite without room for vectors in memory', () => createTestStore({ cacheBytes: 1 }));
