import { describeAccounts } from '../../src/domain/accounts/account-records.contract.ts';
import { describeUsage } from '../../src/domain/usage/search-counts.contract.ts';
import { describeRecordDeletions } from '../record-store/describe-record-deletions.ts';
import { sampleCommands } from '../record-store/sample-records.ts';
import { useMongodbStore } from './use-mongodb-store.ts';

const open = useMongodbStore({ commands: sampleCommands });

describeAccounts('MongoDB', ({ now }) => open({}, now));
describeUsage('MongoDB', () => open());
describeRecordDeletions('MongoDB', async () => (await open()) as never);
