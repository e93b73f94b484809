import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeStoreCopy } from '../../../ports/store-copy.contract.ts';
import { openDataDirectory } from '../connection/data-directory.ts';
import { openSqliteStore } from '../open-store.ts';
import { openSqliteCopySource, openSqliteCopyTarget } from './open-copy.ts';

function temporaryDirectory(): string {
  return join(mkdtempSync(join(tmpdir(), 'mnema-copy-')), 'store');
}

describeStoreCopy('SQLite', async () => {
  const directory = temporaryDirectory();
  return {
    openTarget: async () => openSqliteCopyTarget(directory),
    openSource: async () => openSqliteCopySource(directory),
    openStore: () => openSqliteStore(directory, { now: 0 }),
    remove: async () => rmSync(join(directory, '..'), { recursive: true, force: true }),
  };
});

async function withStore(): Promise<string> {
  const directory = temporaryDirectory();
  onTestFinished(() => rmSync(join(directory, '..'), { recursive: true, force: true }));
  await (await openSqliteStore(directory, { now: 0 })).close();
  return directory;
}

it('reads without changing a file, and keeps servers out meanwhile', async () => {
  const directory = await withStore();
  const contents = () => readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]);
  const before = contents();
  const source = openSqliteCopySource(directory);
  await source.accounts();
  expect(() => openDataDirectory(directory)).toThrow(/in use/);
  await source.close();
  expect(contents().filter(([name]) => name !== 'lock.probe')).toEqual(
    before.filter(([name]) => name !== 'lock.probe'),
  );
  openDataDirectory(directory).release();
});

it('refuses a directory that a server uses, to read and to write', async () => {
  const directory = await withStore();
  const claimed = openDataDirectory(directory);
  onTestFinished(() => claimed.release());
  expect(() => openSqliteCopySource(directory)).toThrow(/in use by a Mnema server \(pid \d+\)/);
  expect(() => openSqliteCopyTarget(directory)).toThrow(/in use by another Mnema server/);
});

it('makes no directory to read from', () => {
  const directory = temporaryDirectory();
  expect(() => openSqliteCopySource(directory)).toThrow(/no store/);
  expect(existsSync(directory)).toBe(false);
});
