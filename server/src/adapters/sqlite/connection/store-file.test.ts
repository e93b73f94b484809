import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../test/process/spawn-server.ts';
import { sqliteDomain } from '../../../app/store-commands.ts';
import { openSqliteRecords, openSqliteSource, openSqliteStore } from '../open-store.ts';
import { backUpStore, restoreStore } from '../transfer/back-up.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

/** Writes a store as earlier formats left it. @param log - whether it was not closed */
function writeEarlierStore({ log }: { log: boolean }): string {
  const target = join(directory, 'old');
  mkdirSync(target);
  const source = join(directory, 'source.db');
  const db = new DatabaseSync(source);
  db.exec('PRAGMA application_id = 1296977217; PRAGMA user_version = 26; PRAGMA journal_mode = WAL');
  db.exec('CREATE TABLE memory (text TEXT)');
  if (!log) db.close();
  for (const suffix of log ? ['', '-wal', '-shm'] : ['']) {
    writeFileSync(join(target, `mnema.db${suffix}`), readFileSync(source + suffix));
  }
  if (log) db.close();
  writeFileSync(join(target, 'mnema.created'), '');
  return target;
}

function contentsOf(path: string): string[][] {
  return readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'latin1')]);
}

it.each([{ log: false }, { log: true }])(
  'a store of an earlier format is rejected and left as it is: %o',
  async (state) => {
    const old = writeEarlierStore(state);
    const before = contentsOf(old);
    const message = /earlier format of Mnema; export it with `mnema export` of commit \w+, and import the file here\.$/;
    await expect(openSqliteStore(old, { now: () => 0, ...sqliteDomain })).rejects.toThrow(message);
    expect(() => openSqliteRecords(old, sqliteDomain, Date.now)).toThrow(message);
    expect(() => openSqliteSource(old, Date.now)).toThrow(message);
    expect(() => backUpStore(old, join(directory, 'backup'), () => {})).toThrow(message);
    if (!state.log) expect(() => restoreStore(old, join(directory, 'restored'), () => {})).toThrow(message);
    expect(contentsOf(old)).toEqual(before);
  },
);
