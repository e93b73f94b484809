import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteOptions, type SqliteStore } from '../src/adapters/sqlite/open-store.ts';

/** A real store in a directory of its own, which goes with it. */
export async function createTestStore(
  options: Partial<Pick<SqliteOptions, 'cacheBytes' | 'now'>> = {},
): Promise<SqliteStore> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-store-'));
  const store = await openSqliteStore(directory, { now: () => 0, ...options });
  let closed: Promise<void> | undefined;
  return {
    ...store,
    close() {
      closed ??= store.close().then(() => rmSync(directory, { recursive: true, force: true }));
      return closed;
    },
  };
}
