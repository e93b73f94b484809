import { describeAccountStore } from '../../src/ports/account-store.contract.ts';
import { describeAuditLog } from '../../src/ports/audit-log.contract.ts';
import { describeRequestLog } from '../../src/ports/request-log.contract.ts';
import { describeUsageStore } from '../../src/ports/usage-store.contract.ts';
import { describeWebhookStore } from '../../src/ports/webhooks.contract.ts';
import { useMongodbStore } from './use-mongodb-store.ts';

const open = useMongodbStore();

describeAccountStore('MongoDB', async () => {
  const { accounts, close } = await open({}, () => 0);
  return { store: accounts, close };
});
describeAuditLog('MongoDB', () => open());
describeUsageStore('MongoDB', () => open());
describeRequestLog('MongoDB', () => open());
describeWebhookStore('MongoDB', ({ now }) => open({}, now));
