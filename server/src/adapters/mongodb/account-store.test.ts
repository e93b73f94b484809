import { useMongodb } from '../../../test/mongodb/test-mongodb.ts';
import { describeAccountStore } from '../../ports/account-store.contract.ts';
import { describeRequestLog } from '../../ports/request-log.contract.ts';
import { describeUsageStore } from '../../ports/usage-store.contract.ts';

const mongodb = useMongodb();

describeAccountStore('MongoDB', async () => {
  const { accounts, close } = await mongodb.open();
  return { store: accounts, close };
});
describeUsageStore('MongoDB', () => mongodb.open());
describeRequestLog('MongoDB', () => mongodb.open());
