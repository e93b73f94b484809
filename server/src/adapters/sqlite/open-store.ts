import type { AccountStore } from '../../ports/account-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { createSqliteAccountStore } from './account-store.ts';
import { openDataDirectory } from './data-directory.ts';
import { createSqliteMemoryStore } from './memory-store.ts';
import { openDatabase } from './open-database.ts';
import { toStoreError } from './sqlite-errors.ts';
import { findStoreFile, prepareStoreFile } from './store-file.ts';
import { createWorkerClient } from './worker-client.ts';
import { createWriter } from './writer.ts';

export interface SqliteStore {
  accounts: AccountStore;
  memories: MemoryStore;
  /** The newest memory id, so that new ids sort after it even when the clock has gone back; null in an empty store. */
  lastMemoryId: string | null;
  close(): Promise<void>;
}

/**
 * Opens the store in `directory` for the one server that may use it.
 * @param maxPages stands in for a full disk in tests: the file may not grow beyond this many pages
 * @throws {DataDirectoryError}
 */
export async function openSqliteStore(
  directory: string,
  { now, maxPages }: { now: number; maxPages?: number },
): Promise<SqliteStore> {
  const claimed = openDataDirectory(directory);
  const opened: (() => unknown)[] = [];
  // Backwards: the writer ends last, because only a writing connection can empty the log into the store file.
  const close = async () => {
    for (const end of opened.reverse()) await end();
    claimed.release();
  };
  try {
    const file = prepareStoreFile(claimed.path);
    const writer = createWriter({ file, ...(maxPages ? { maxPages } : {}) });
    opened.push(() => writer.close());
    await writer.run('releaseClaims', { now });
    const reader = openDatabase(file, { readOnly: true });
    opened.push(() => reader.close());
    const scanner = createWorkerClient('reader-thread', { file });
    opened.push(() => scanner.close());
    // Ids and rows are made in nearly the same order: the largest id is among the latest rows.
    const { id } = reader
      .prepare('SELECT max(id) AS id FROM (SELECT id FROM memory ORDER BY seq DESC LIMIT 1000)')
      .get() as { id: string | null };
    return {
      accounts: createSqliteAccountStore({ writer, reader }),
      memories: createSqliteMemoryStore({ writer, reader, scanner }),
      lastMemoryId: id,
      close,
    };
  } catch (error) {
    await close();
    throw toStoreError(error);
  }
}

/**
 * Opens the accounts of a store that a server may be using at the same time.
 * @throws {DataDirectoryError}
 */
export function openSqliteAccounts(directory: string): { store: AccountStore; close(): Promise<void> } {
  const file = findStoreFile(directory);
  const writer = createWriter({ file });
  const reader = openDatabase(file, { readOnly: true });
  return {
    store: createSqliteAccountStore({ writer, reader }),
    async close() {
      reader.close();
      await writer.close();
    },
  };
}
