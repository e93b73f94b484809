import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../test/process/spawn-server.ts';
import { sqliteDomain } from '../../../app/store-commands.ts';
import { checkSqliteStore } from './check-store.ts';
import { openDataDirectory } from './data-directory.ts';
import { prepareStoreFile } from './store-file.ts';

/** Creates a directory with a sound store that no server uses. */
function withStore(): string {
  const directory = temporaryDirectory();
  const { release } = openDataDirectory(directory);
  prepareStoreFile(directory, sqliteDomain.kinds);
  release();
  return directory;
}

const setPragma = (pragma: string) => (directory: string) => change(directory, `PRAGMA ${pragma}`);

function makeDirectory(path: string): void {
  rmSync(join(path, 'mnema.db'));
  mkdirSync(join(path, 'mnema.db'));
}

function change(directory: string, sql: string): void {
  const db = new DatabaseSync(join(directory, 'mnema.db'));
  db.exec(sql);
  db.close();
}

it('reports a sound store, whether or not a server uses it', () => {
  const directory = withStore();
  const { contents, location, server } = checkSqliteStore(directory);
  expect([contents.status, contents.finding]).toEqual(['ok', expect.stringContaining('is sound')]);
  expect([location.status, server.kind]).toEqual(['ok', 'none']);
  expect(location.finding).toContain('no server');
  const { release } = openDataDirectory(directory);
  onTestFinished(release);
  const beside = checkSqliteStore(directory);
  expect(beside.contents.status).toBe('ok');
  expect(beside.location.finding).toContain(`pid ${process.pid}`);
  expect(beside.server).toEqual({ kind: 'running', pid: process.pid });
});

it('counts the webhooks that are disabled because of their receivers, and no others', () => {
  const directory = withStore();
  change(
    directory,
    `INSERT INTO account_name VALUES (1, 'acct_1');
     INSERT INTO webhooks (accountId, id, disabledReason)
     SELECT 1, value, value FROM json_each('["by_request", "gone", "deliveries_failed"]');
     INSERT INTO webhooks (accountId, id) VALUES (1, 'enabled')`,
  );
  expect(checkSqliteStore(directory)).toMatchObject({ contents: { status: 'ok' }, disabledWebhooks: 2 });
});

it('warns when the lock file does not show whether a server uses the directory', () => {
  const directory = withStore();
  writeFileSync(join(directory, 'lock.db'), 'x'.repeat(5_000));
  expect(checkSqliteStore(directory).location).toMatchObject({
    status: 'warning',
    finding: expect.stringContaining('lock.db'),
    fix: expect.stringContaining('delete that file'),
  });
});

it.each<[string, (directory: string) => void, string, RegExp, RegExp | null]>([
  ['of an earlier format', setPragma('application_id = 1296977217'), 'problem', /earlier format/, /^export it/],
  ['of a newer version', setPragma('user_version = 1000'), 'problem', /newer version/, /upgrade Mnema/],
  ['of another program', setPragma('application_id = 7'), 'problem', /not a Mnema store/, /MNEMA_DATA_DIR/],
  ['without its mark', (path) => rmSync(join(path, 'mnema.created')), 'warning', /mark/, /start the server/],
  ['lost', (path) => rmSync(join(path, 'mnema.db')), 'problem', /missing, although a store was created/, /a backup/],
  ['emptied', (path) => writeFileSync(join(path, 'mnema.db'), ''), 'problem', /damaged/, /backup/],
  ['a directory', makeDirectory, 'problem', /EISDIR/, /readable and writable for this user/],
])('states the cause and the way out for a store file that is %s', (_, spoil, status, finding, fix) => {
  const directory = withStore();
  spoil(directory);
  expect(checkSqliteStore(directory).contents).toEqual({
    status,
    finding: expect.stringMatching(finding),
    fix: fix && expect.stringMatching(fix),
  });
});

it('accepts a directory that does not exist yet, and names the nearest one above it', () => {
  const above = temporaryDirectory();
  expect(checkSqliteStore(join(above, 'not', 'yet'))).toMatchObject({
    disk: above,
    location: { status: 'ok', finding: expect.stringContaining('the first start creates it') },
    contents: { status: 'ok', finding: expect.stringContaining('the first start creates it') },
  });
});

it('reports a data directory below a file as a problem', () => {
  const directory = withStore();
  const file = join(directory, 'mnema.db');
  for (const path of [file, join(file, 'below')]) {
    const found = checkSqliteStore(path);
    expect(found.location).toMatchObject({
      status: 'problem',
      finding: `${path}: ${file} is not a directory`,
      fix: expect.stringContaining('MNEMA_DATA_DIR'),
    });
    expect(found.contents.status).toBe('problem');
  }
});
