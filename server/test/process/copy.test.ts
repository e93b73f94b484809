import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDataDirectory } from '../../src/adapters/sqlite/connection/data-directory.ts';
import { openCopySource } from '../../src/app/services/open-store.ts';
import { memories } from '../../src/domain/memories/kinds.ts';
import { fillStore } from '../copy/use-records.ts';
import { runCommand } from '../run-command.ts';
import { jsonLines, runMnema, spawnMnema, temporaryDirectory, until } from './spawn-server.ts';

const ana = 'acct_ana';
const count = 6_000;
const limit = { timeout: 120_000 };

async function countIn(directory: string): Promise<number> {
  const { records, close } = await openCopySource({ mongodbUri: undefined, dataDirectory: directory });
  const found = await records.count(memories, 'key', { of: [ana] });
  await close();
  return found;
}

it.each([
  ['SIGKILL', { code: null, signal: 'SIGKILL' }, ''],
  [
    'SIGINT',
    { code: 130, signal: null },
    'mnema: stopped. Run the same command again to continue, without duplicates.\n',
  ],
] as const)('begins with an account again after %s, and doubles nothing', limit, async (signal, ended, stderr) => {
  const from = join(temporaryDirectory(), 'source');
  await fillStore(from, ana, count);
  const to = join(temporaryDirectory(), 'target');
  const copy = spawnMnema(['copy', '--from', from, '--to', `sqlite:${to}`, '--json'], { directory: from });
  const log = join(to, 'mnema.db-wal');
  await until(() => existsSync(log) && statSync(log).size > 400_000, 'some memories', 30_000);
  expect(await copy.end(signal)).toEqual(ended);
  expect(copy.stderr()).toBe(`From ${join(from, 'mnema.db')} to ${join(to, 'mnema.db')}\n${stderr}`);
  const there = await countIn(to);
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(count);
  if (signal === 'SIGINT') {
    expect(jsonLines(copy.stdout()).at(-1)).toMatchObject({ event: 'end', interrupted: true, complete: false });
    expect(there % 100).toBe(0);
  }

  const { code, stdout } = await runMnema(['copy', '--from', from, '--to', to, '--json'], { directory: from });
  expect(code).toBe(0);
  const all = jsonLines(stdout);
  expect(all.find(({ event }) => event === 'account')).toMatchObject({
    ...{ complete: true, memories: count, records: count, wrong: 0 },
  });
  expect(all.at(-1)).toEqual({ event: 'end', interrupted: false, accounts: 1, complete: true });
  expect(all[0]).toMatchObject({ event: 'progress', part: 'copying', done: 0, total: 2 * count });
  expect(await countIn(to)).toBe(count);
});

it('rejects a data directory that a server uses, on either side', async () => {
  const [used, other] = [join(temporaryDirectory(), 'used'), join(temporaryDirectory(), 'other')];
  for (const directory of [used, other]) await fillStore(directory, ana, 1);
  onTestFinished(openDataDirectory(used).release);
  for (const [from, to] of [[used, `${other}2`] as const, [other, used] as const]) {
    const { code, stderr } = await runCommand(['copy', '--from', from, '--to', to]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^mnema: --(from|to) \S+: .* is in use by .*\. Stop it/)]);
    expect(stderr).not.toContain('MNEMA_DATA_DIR');
  }
  expect(existsSync(`${other}2`)).toBe(false);
});
