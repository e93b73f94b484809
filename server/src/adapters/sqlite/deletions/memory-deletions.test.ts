import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeMemoryDeletions } from '../../../ports/memory-deletions.contract.ts';

describeMemoryDeletions('SQLite', ({ now }) => createTestStore({ now }));
