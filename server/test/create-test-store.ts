import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteOptions } from '../src/adapters/sqlite/open-store.ts';
import { addAccount } from './account-steps.ts';
import { makeAccount } from './make-account.ts';
import { openSqliteStores, type SqliteStores } from './open-stores.ts';

interface Closable {
  close(): Promise<void>;
}

/** Opens something in a new directory, which goes with it. */
async function inDirectory<Opened extends Closable>(open: (directory: string) => Promise<Opened>): Promise<Opened> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-store-'));
  const opened = await open(directory);
  let closed: Promise<void> | undefined;
  return {
    ...opened,
    close() {
      closed ??= opened.close().then(() => rmSync(directory, { recursive: true, force: true }));
      return closed;
    },
  };
}

/** A real store with the stores of the domain. */
export function createTestStore(options: Partial<SqliteOptions> = {}): Promise<SqliteStores> {
  return inDirectory((directory) => openSqliteStores(directory, options));
}

/** A real store of other kinds and commands than those of the domain. */
export function createTestRecords(options: Pick<SqliteOptions, 'kinds' | 'workers'> & Partial<SqliteOptions>) {
  return inDirectory((directory) => openSqliteStore(directory, { now: () => 0, ...options }));
}

/** A real store with these accounts. */
export async function createStoreOf(
  accountIds: readonly string[],
  options: Partial<SqliteOptions> = {},
): Promise<SqliteStores> {
  const store = await createTestStore(options);
  for (const id of accountIds) await addAccount(store.records, makeAccount(id));
  return store;
}
