import { describeAccounts } from '../../src/domain/accounts/account-records.contract.ts';
import { describeUsage } from '../../src/domain/usage/search-counts.contract.ts';
import { useMongodbStore } from './use-mongodb-store.ts';

const open = useMongodbStore();

describeAccounts('MongoDB', ({ now }) => open({}, now));
describeUsage('MongoDB', () => open());
