import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compactStore } from '../../src/adapters/sqlite/transfer/back-up.ts';
import { type Client, createClient, listAll } from './client.ts';
import { temporaryDirectory, until } from './spawn-server.ts';
import { startHere } from './start-here.ts';

const diskBytes = 64 * 1024 * 1024;
const text = 'The ferry to the island sails at nine from the second quay. '.repeat(200);
/** Root mounts a disk in memory, and so may the user of a CI with `sudo`. */
const privilege = [[], ['sudo', '-n']].find((words) => {
  try {
    const directory = '/tmp/mnema-may-mount';
    mkdirSync(directory, { recursive: true });
    mount(words, directory, 4_096)();
    return true;
  } catch {
    return false;
  }
});

/** Mounts a disk, and returns what unmounts it. */
function mount(words: readonly string[], directory: string, bytes: number): () => void {
  const run = ([program = '', ...rest]: readonly string[]) => execFileSync(program, rest, { stdio: 'ignore' });
  run([...words, 'mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=777`, 'tmpfs', directory]);
  return () => void run([...words, 'umount', '--lazy', directory]);
}

/** A test on a small disk of its own. Where no disk may be mounted, such as in a container, it says so in its title. */
function onSmallDisk(title: string, run: (directory: string) => Promise<void>): void {
  if (!privilege) it(`not tested, because this machine lets nobody mount a disk: ${title}`, () => {});
  else
    it(title, async () => {
      const directory = temporaryDirectory();
      onTestFinished(mount(privilege, directory, diskBytes));
      await run(directory);
    });
}

/** Writes to a file until the disk has no more space than this left. */
function fillDisk(directory: string, leftBytes = 0): string {
  const file = join(directory, 'filler');
  const freeBytes = () => statfsSync(directory).bavail * statfsSync(directory).bsize;
  appendFileSync(file, Buffer.alloc(freeBytes() - leftBytes, 1), { flush: true });
  expect(freeBytes()).toBe(leftBytes);
  return file;
}

const write = (client: Client, fields = {}) => client.send('POST', '/memories', { text, ...fields });
const reserveBytes = (directory: string) =>
  statSync(join(directory, 'mnema.reserve'), { throwIfNoEntry: false })?.size ?? 0;

/** Writes until the disk has neither space nor a log that can be written over. */
async function writeUntilFull(client: Client, directory: string): Promise<void> {
  let { status, body } = await write(client);
  for (let count = 0; status === 202 && count < 1_000; count++) {
    if (statfsSync(directory).bavail > 0) fillDisk(directory);
    ({ status, body } = await write(client));
  }
  expect([status, body.detail]).toEqual([503, expect.stringContaining('the disk is full; free some space')]);
}

onSmallDisk('memories are deleted while the disk is full, and writes go on when there is space', async (directory) => {
  const server = await startHere(directory);
  const key = server.firstAccount?.key ?? null;
  let client = createClient(server.url, key);
  const ids: string[] = [];
  for (let count = 0; count < 100; count++) {
    const { body } = await write(client, count % 2 === 0 ? {} : { user_id: `user ${count % 4}` });
    ids.push(body.memory_id);
  }
  await until(async () => reserveBytes(directory) > 0, 'space to be kept', 20_000);
  const filler = fillDisk(directory);
  await writeUntilFull(client, directory);
  const before = (await listAll(client)).length;
  const single = await client.send('DELETE', `/memories/${ids[0]}`);
  expect([single.status, single.body.detail]).toEqual([200, undefined]);

  await server.stop();
  fillDisk(directory);
  const restarted = await startHere(directory);
  client = createClient(restarted.url, key);
  expect((await write(client)).body.detail).toContain('the disk is full; free some space');
  const scope = await client.send('DELETE', '/memories?user_id=user+1&confirm=25');
  expect([scope.status, scope.body.detail]).toEqual([200, undefined]);
  const { body: left } = await client.send('DELETE', '/memories?user_id=user+3');
  expect(left.matched).toBe(25);
  expect(await listAll(client)).toHaveLength(before - 26);
  rmSync(filler);
  await until(async () => (await write(client)).status === 202, 'writes to go on', 20_000);
  expect(reserveBytes(directory)).toBeGreaterThan(0);
  await restarted.stop();

  const again = await startHere(directory);
  const reader = createClient(again.url, key);
  expect((await listAll(reader)).filter(({ id }) => id === ids[0])).toEqual([]);
  const { body } = await reader.send('DELETE', '/memories?user_id=user+1');
  expect(body.matched).toBe(0);
});

onSmallDisk('a compaction needs no more than the space that it announces', async (directory) => {
  const server = await startHere(directory);
  const client = createClient(server.url, server.firstAccount?.key ?? null);
  for (let count = 0; count < 100; count++) await write(client);
  await server.stop();
  const neededBytes = Math.ceil((2.02 * statSync(join(directory, 'mnema.db')).size) / 4_096) * 4_096;
  // SQLite creates the files of an open store before.
  fillDisk(directory, neededBytes + 64 * 1024);
  const announced: number[] = [];
  const { bytesBefore, bytes } = compactStore(directory, (_, needed) => announced.push(needed));
  expect(announced[0]).toBeLessThanOrEqual(neededBytes);
  expect(bytes).toBeLessThanOrEqual(bytesBefore);
});
