import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeAccountStore } from '../../../ports/account-store.contract.ts';
import { describeRequestLog } from '../../../ports/request-log.contract.ts';
import { describeUsageStore } from '../../../ports/usage-store.contract.ts';

const open = useMongodbStore();

describeAccountStore('MongoDB', async () => {
  const { accounts, close } = await open();
  return { store: accounts, close };
});
describeUsageStore('MongoDB', () => open());
describeRequestLog('MongoDB', () => open());
