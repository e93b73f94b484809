import { createTestStore } from '../../../test/create-test-store.ts';
import { describeAccountStore } from '../../ports/account-store.contract.ts';
import { describeAuditLog } from '../../ports/audit-log.contract.ts';

describeAccountStore('SQLite', async () => {
  const { accounts, close } = await createTestStore();
  return { store: accounts, close };
});
describeAuditLog('SQLite', () => createTestStore());
