import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeAccountStore } from '../../ports/account-store.contract.ts';
import { createSqliteAccountStore } from './account-store.ts';
import { openDatabase } from './open-database.ts';
import { prepareStoreFile } from './store-file.ts';
import { createWriter } from './writer.ts';

describeAccountStore('sqlite', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-account-store-'));
  const file = prepareStoreFile(directory);
  const writer = createWriter({ file });
  const reader = openDatabase(file, { readOnly: true });
  return {
    store: createSqliteAccountStore({ writer, reader }),
    async close() {
      await writer.close();
      reader.close();
      rmSync(directory, { recursive: true });
    },
  };
});
