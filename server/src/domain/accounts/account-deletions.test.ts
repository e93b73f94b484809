import { createTestStore } from '../../../test/create-test-store.ts';
import { describeRecordDeletions } from '../../../test/record-store/describe-record-deletions.ts';
import { sqliteDomain } from '../../app/sqlite-domain.ts';

const writer = new URL('../../../test/record-store/sample-writer.ts', import.meta.url);
const workers = { ...sqliteDomain.workers, writer };

describeRecordDeletions('records in SQLite', async () => {
  const { records, close } = await createTestStore({ now: Date.now, workers });
  return { records: records as never, close };
});
