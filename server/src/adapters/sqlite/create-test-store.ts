import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from './open-store.ts';

/** A store in a directory of its own, which goes with it. For tests. */
export async function createTestStore(): Promise<SqliteStore> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-store-'));
  const store = await openSqliteStore(directory, { now: 0 });
  let closed: Promise<void> | undefined;
  return {
    ...store,
    close() {
      closed ??= store.close().then(() => rmSync(directory, { recursive: true, force: true }));
      return closed;
    },
  };
}
