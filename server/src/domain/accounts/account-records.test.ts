import { createTestStore } from '../../../test/create-test-store.ts';
import { describeAccounts } from './account-records.contract.ts';
import { describeAuditLog } from './audit-log.contract.ts';

describeAccounts('SQLite', createTestStore);
describeAuditLog('SQLite', () => createTestStore());
