import { createTestStore } from '../../../test/create-test-store.ts';
import { describeMemoryStore } from './memory-store.contract.ts';

describeMemoryStore('SQLite', ({ now }) => createTestStore({ now }));
describeMemoryStore('SQLite without room for vectors in memory', ({ now }) => createTestStore({ cacheBytes: 1, now }), {
  findsOnly: true,
});
