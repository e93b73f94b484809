import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEmbedderChange } from './describe-embedder-change.ts';

describeEmbedderChange('SQLite', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-change-'));
  return {
    settings: { MNEMA_DATA_DIR: directory },
    close: async () => rmSync(directory, { recursive: true, force: true }),
  };
});
