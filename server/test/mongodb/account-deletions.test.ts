import { describeRecordDeletions } from '../record-store/describe-record-deletions.ts';
import { sampleCommands } from '../record-store/sample-records.ts';
import { useMongodbStore } from './use-mongodb-store.ts';

const open = useMongodbStore({ commands: sampleCommands });

describeRecordDeletions('MongoDB', async () => (await open()) as never);
