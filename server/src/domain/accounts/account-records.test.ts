import { createTestStore } from '../../../test/create-test-store.ts';
import { describeAccounts } from './account-records.contract.ts';

describeAccounts('SQLite', createTestStore);
