import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeAuditLog } from '../../../ports/audit-log.contract.ts';

describeAuditLog('SQLite', createTestStore);
