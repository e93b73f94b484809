import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeRecords } from '../../../ports/records.contract.ts';
import { openDataDirectory } from '../connection/data-directory.ts';
import { openSqliteStore } from '../open-store.ts';
import { openSqliteRecordReader, openSqliteRecordStore } from './open-records.ts';

function temporaryDirectory(): string {
  return join(mkdtempSync(join(tmpdir(), 'mnema-copy-')), 'store');
}

describeRecords('SQLite', async () => {
  const directory = temporaryDirectory();
  return {
    openTarget: async () => openSqliteRecordStore(directory),
    openSource: async () => openSqliteRecordReader(directory),
    openStore: () => openSqliteStore(directory, { now: () => 0 }),
    remove: async () => rmSync(join(directory, '..'), { recursive: true, force: true }),
  };
});

async function withStore(): Promise<string> {
  const directory = temporaryDirectory();
  onTestFinished(() => rmSync(join(directory, '..'), { recursive: true, force: true }));
  await (await openSqliteStore(directory, { now: () => 0 })).close();
  return directory;
}

it('reads without changing a file, and keeps servers from starting meanwhile', async () => {
  const directory = await withStore();
  const contents = () => readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]);
  const before = contents();
  const source = openSqliteRecordReader(directory);
  await source.accounts();
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
  expect(() => openSqliteRecordReader(directory)).toThrow(/in use by a Mnema server \(pid \d+\)/);
  expect(() => openSqliteRecordStore(directory)).toThrow(/in use by another Mnema server/);
});

it('creates no directory for reads', () => {
  const directory = temporaryDirectory();
  expect(() => openSqliteRecordReader(directory)).toThrow(/no store/);
  expect(existsSync(directory)).toBe(false);
});
