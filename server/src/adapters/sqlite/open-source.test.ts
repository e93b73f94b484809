import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStores } from '../../../test/open-stores.ts';
import { temporaryDirectory } from '../../../test/process/spawn-server.ts';
import { openCopySource, openCopyTarget } from '../../app/services/open-store.ts';
import { accounts } from '../../domain/accounts/kinds.ts';
import { describeCopies } from '../../domain/transfer/copy.contract.ts';
import { openDataDirectory } from './connection/data-directory.ts';

const newDirectory = () => join(temporaryDirectory(), 'store');
const sourceIn = (directory: string) => openCopySource({ mongodbUri: undefined, dataDirectory: directory });
const targetIn = (directory: string) => openCopyTarget({ mongodbUri: undefined, dataDirectory: directory });

describeCopies('SQLite', async () => {
  const directory = newDirectory();
  return {
    openTarget: () => targetIn(directory),
    openSource: () => sourceIn(directory),
    openStore: () => openSqliteStores(directory),
    remove: async () => {},
  };
});

async function withStore(): Promise<string> {
  const directory = newDirectory();
  await (await openSqliteStores(directory)).close();
  return directory;
}

it('reads without changing a file, and keeps servers from starting meanwhile', async () => {
  const directory = await withStore();
  const contents = () => readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]);
  const before = contents();
  const source = await sourceIn(directory);
  await source.records.scan(accounts, 'created', { of: [], limit: 1 });
  expect(() => openDataDirectory(directory)).toThrow(/in use/);
  await source.close();
  expect(contents().filter(([name]) => name !== 'lock.probe')).toEqual(
    before.filter(([name]) => name !== 'lock.probe'),
  );
  openDataDirectory(directory).release();
});

it('rejects a directory that a server uses, for reads and for writes', async () => {
  const directory = await withStore();
  const claimed = openDataDirectory(directory);
  onTestFinished(() => claimed.release());
  await expect(sourceIn(directory)).rejects.toThrow(/in use by a Mnema server \(pid \d+\)/);
  await expect(targetIn(directory)).rejects.toThrow(/in use by another Mnema server/);
});
