import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeUsageStore } from '../../../ports/usage-store.contract.ts';

describeUsageStore('SQLite', createTestStore);
