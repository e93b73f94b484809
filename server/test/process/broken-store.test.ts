import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OperatorError } from '../../src/ports/operator-error.ts';
import { type Client, createClient, listAll } from './client.ts';
import { createRandom } from './random.ts';
import { runDoctor } from './run-doctor.ts';
import {
  runMnema,
  type SpawnOptions,
  spawnMnema,
  spawnServer,
  temporaryDirectory,
  until,
  untilIngested,
  whenReady,
  withoutEncoder,
  withoutOverride,
} from './spawn-server.ts';
import { startHere } from './start-here.ts';
import { storeCopies } from './store-copies.ts';

const memoryCount = 200;
const pageBytes = 4_096;
/** Above this size the server does not read the whole file before it starts. */
const largeBytes = 65 * 1024 * 1024;
const storeFile = 'mnema.db';
const marker = 'mnema.created';
const limit = { timeout: 120_000 };

/** A copy of a store with {@link memoryCount} ready memories that was stopped cleanly, and its key. */
const copyOfSound = storeCopies(async (directory): Promise<string> => {
  const { client, key, end } = await spawnServer({ directory });
  for (let number = 0; number < memoryCount; number++) {
    const text = `Sailor ${number} keeps rope number ${number * 7} in the harbour shed.`;
    expect((await client.send('POST', '/memories', { text, metadata: { number } })).status).toBe(202);
  }
  await untilIngested(client);
  await end('SIGTERM');
  return key as string;
});

/** The same, in a file of more than {@link largeBytes}. */
const copyOfLarge = storeCopies(async (directory): Promise<string> => {
  const sound = await copyOfSound();
  cpSync(sound.directory, directory, { recursive: true });
  sql(
    join(directory, storeFile),
    `CREATE TABLE filler (bytes); INSERT INTO filler VALUES (zeroblob(${largeBytes})); PRAGMA wal_checkpoint(TRUNCATE)`,
  );
  return sound.made;
});

/** The start fails with an error for the operator, of which the command line prints the message alone. */
async function expectRejectedHere(directory: string, message: RegExp): Promise<void> {
  const start = startHere(directory);
  await expect(start).rejects.toThrow(OperatorError);
  await expect(start).rejects.toThrow(message);
}

/** The start ends with 1 and one message for the operator, not with a stack. */
async function expectRejected(options: SpawnOptions, message: RegExp): Promise<void> {
  const rejected = await runMnema(['start'], options);
  expect(rejected, rejected.stderr).toMatchObject({ code: 1, stdout: '' });
  const lines = rejected.stderr
    .split('\n')
    .filter((line) => line !== '' && !/ExperimentalWarning|--trace-warnings/.test(line));
  expect(lines).toEqual([expect.stringMatching(/^mnema: /)]);
  expect(lines[0]).toMatch(message);
}

/** Either the server does not start, or whatever it can't read is a 503: never less than was kept. */
async function expectNothingLess({
  directory,
  made: key,
}: Awaited<ReturnType<typeof copyOfLarge>>): Promise<'rejected' | 'unavailable' | 'unharmed'> {
  const starting = spawnMnema(['start'], { directory });
  const server = await whenReady(starting).catch(() => undefined);
  if (!server) {
    expect(await starting.ended).toEqual({ code: 1, signal: null });
    expect(starting.stderr()).toMatch(/damaged|not a database|not a Mnema store/);
    expect(starting.stderr()).not.toContain('please report');
    return 'rejected';
  }
  expect(server.key, 'no first account in a store that has one').toBeNull();
  const client = createClient(server.url, key);
  const list = await client.send('GET', '/memories');
  const search = await client.send('POST', '/search', { query: 'which sailor keeps rope number 70?' });
  const responses = [list, search];
  for (const { status, body } of responses) {
    if (status === 200) continue;
    expect(status, JSON.stringify(body)).toBe(503);
    expect(body).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/damaged|not a database/) });
  }
  if (list.status === 200) expect(list.body.results).toHaveLength(memoryCount);
  if (search.status === 200) expect(search.body.results).toHaveLength(10);
  await server.end('SIGKILL');
  return responses.every(({ status }) => status === 200) ? 'unharmed' : 'unavailable';
}

describe('a data directory that cannot be used', limit, () => {
  it('is rejected when it is a file, or lies in one, or where nothing can be created', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, 'not a directory');
    await expectRejectedHere(file, /can't be used: it is not a directory.*MNEMA_DATA_DIR/);
    await expectRejectedHere(join(file, 'below'), /can't be used: it is not a directory.*MNEMA_DATA_DIR/);
    expect(readFileSync(file, 'utf8')).toBe('not a directory');
    await expectRejectedHere('/proc/mnema', /The data directory \/proc\/mnema can't be used: .*MNEMA_DATA_DIR/);
  });

  it('is rejected, and a problem for the doctor, when it, what it lies in or its store file may not be written', async () => {
    const parent = temporaryDirectory();
    const own = join(parent, 'own');
    mkdirSync(own);
    chmodSync(own, 0o500);
    chmodSync(parent, 0o500);
    onTestFinished(() => chmodSync(parent, 0o700));
    const { directory: sound } = await copyOfSound();
    chmodSync(join(sound, storeFile), 0o400);
    const cases = [
      [own, 'data directory', /it is not writable: make it writable/],
      [join(parent, 'new'), 'data directory', /it is not writable: make it writable/],
      [sound, 'store', /read-only; make it writable/],
    ] as const;
    const looks = cases.map(async ([directory, problem, message]) => {
      const unprivileged = { directory, through: withoutOverride() };
      await expectRejected(unprivileged, message);
      const { problems, checks } = await runDoctor({ ...unprivileged, isProcess: true });
      expect([problems, checks[problem]?.finding]).toEqual([[problem], expect.stringContaining('writ')]);
    });
    await Promise.all(looks);
  });
});

describe('a store file that is not what it was', limit, () => {
  const damaged = /mnema\.db( is damaged|: the store file is (damaged|not a database)).*(backup|damaged)/;
  it.each<[string, (file: string) => void, RegExp]>([
    ['replaced by garbage', (file) => writeFileSync(file, noise(1, 50_000)), damaged],
    ['emptied', (file) => truncateSync(file, 0), damaged],
    ['cut within its header', (file) => truncateSync(file, 60), damaged],
    ['cut in the middle', (file) => truncateSync(file, statSync(file).size / 2), damaged],
    ['cut within a page', (file) => truncateSync(file, Math.floor(statSync(file).size / 2) + 1_000), damaged],
    [
      'overwritten with zeros behind its first page',
      (file) => overwrite(file, allPages(file), () => Buffer.alloc(pageBytes)),
      damaged,
    ],
    [
      'written by a newer version',
      (file) => sql(file, 'PRAGMA user_version = 4711'),
      /newer version of Mnema \(format 4711; this one knows up to \d+\)\. Upgrade Mnema/,
    ],
    [
      'made by another program',
      (file) => {
        rmSync(file);
        sql(file, 'CREATE TABLE bookmark (url TEXT); PRAGMA user_version = 1');
      },
      /not a Mnema store\. Choose another MNEMA_DATA_DIR/,
    ],
  ])('is rejected, and nobody writes over it, when it was %s', async (_how, spoil, message) => {
    const { directory } = await copyOfSound();
    spoil(join(directory, storeFile));
    const before = readFileSync(join(directory, storeFile));
    await expectRejectedHere(directory, message);
    // SQLite may round the file's length to whole pages; what is left to rescue stays as it is.
    const after = readFileSync(join(directory, storeFile));
    expect(after.subarray(0, before.length).equals(before.subarray(0, after.length))).toBe(true);
    expect(before.length - after.length).toBeLessThan(pageBytes);
  });

  it.each([1, 2, 3, 4])('is rejected when some of its pages are noise, with seed %i', async (seed) => {
    const random = createRandom(seed);
    const { directory } = await copyOfSound();
    const file = join(directory, storeFile);
    const pages = allPages(file).filter(() => random.chance(0.05));
    overwrite(file, pages, (page) => noise(seed + page, pageBytes));
    await expectRejectedHere(directory, /damaged|not a database/);
  });

  it.each(['memories', 'memories_key', 'memory_vectors', 'accounts'])(
    'never shows less than was kept when it is large and the pages of %s are noise',
    async (table) => {
      const store = await copyOfLarge();
      const file = join(store.directory, storeFile);
      const db = new DatabaseSync(file);
      const pages = db.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(table) as { pageno: number }[];
      db.close();
      expect(pages).not.toEqual([]);
      overwrite(
        file,
        pages.map(({ pageno }) => pageno),
        (page) => noise(page, pageBytes),
      );
      expect(await expectNothingLess(store)).not.toBe('unharmed');
    },
  );

  it('is not replaced when it has gone, whichever of its companions is left', async () => {
    const { directory } = await copyOfSound();
    rmSync(join(directory, storeFile));
    await expectRejectedHere(directory, /mnema\.db is missing.*backup.*MNEMA_DATA_DIR/);
    rmSync(join(directory, marker));
    writeFileSync(join(directory, `${storeFile}-wal`), noise(1, 10_000));
    await expectRejectedHere(directory, /mnema\.db is missing.*backup.*MNEMA_DATA_DIR/);
    expect(existsSync(join(directory, storeFile))).toBe(false);
  });
});

describe('a first start that does not come to its end', { timeout: 120_000 }, () => {
  it.each(['lock.db', 'mnema.db.new', 'mnema.db.new-journal', 'mnema.db', marker])(
    'killed as soon as there is %s leaves a directory that the next start accepts',
    async (name) => {
      const directory = temporaryDirectory();
      const first = spawnMnema(['start'], { directory, environment: withoutEncoder });
      const seen = await appearance(join(directory, name), first.ended);
      await first.end('SIGKILL');
      // What is there for a blink only may be missed: then the kill came at the end of the start, which must do as well.
      if (['lock.db', 'mnema.db', marker].includes(name)) expect(seen).toBe(true);
      await expectWorks(directory);
    },
  );

  it('leaves half a draft behind without harm', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'mnema.db.new'), noise(1, 9_000));
    writeFileSync(join(directory, 'mnema.db.new-journal'), noise(2, 9_000));
    await expectWorks(directory);
  });

  it.each([0, 4_096, 20_000, 60_000, 100_000])(
    'for want of space after %d bytes is repeated when there is space',
    async (bytes) => {
      const directory = temporaryDirectory();
      await expectRejected(
        { directory, environment: withoutEncoder, through: ['prlimit', `--fsize=${bytes}:unlimited`] },
        /^mnema: (The data directory .* can't be used: |.*mnema\.db: the disk |.*the disk )/,
      );
      const server = await startHere(directory);
      expect(server.firstAccount?.key).toMatch(/^mnk_/);
    },
  );
});

describe('a disk that fills up while the server runs', limit, () => {
  it('responds to writes with 503 and a reason, goes on reading and searching, and writes again when there is space', async () => {
    const { directory, made: key } = await copyOfSound();
    const server = await spawnServer({ directory });
    const client = createClient(server.url, key);
    const accepted: string[] = [];
    for (let number = 0; number < 30; number++) {
      const { status, body } = await client.send('POST', '/memories', { text: `Late sailor ${number} came by ferry.` });
      expect(status).toBe(202);
      accepted.push(body.memory_id);
    }
    allowFileBytes(server.pid, '0:unlimited');

    const withoutSpace = [{ text: 'There is no room for this.' }, { 'Idempotency-Key': 'no-room' }] as const;
    const existing = (await listAll(client, '&status=ready'))[0]?.id as string;
    const rejected = [
      await client.send('POST', '/memories', ...withoutSpace),
      await client.send('PUT', `/memories/${existing}`, { text: 'There is no room for this.' }),
      await client.send('DELETE', `/memories/${existing}`),
      await client.send('GET', '/readyz'),
    ];
    for (const { status, headers, body } of rejected) {
      expect(status).toBe(503);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(body).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/the disk /) });
    }
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect((await client.send('GET', `/memories/${existing}`)).body).toMatchObject({ id: existing, version: 1 });
    expect(await listAll(client)).toHaveLength(memoryCount + accepted.length);
    const { status, body } = await client.send('POST', '/search', { query: 'which sailor keeps rope number 70?' });
    expect([status, body.results.length]).toEqual([200, 10]);

    allowFileBytes(server.pid, 'unlimited:unlimited');
    await until(
      async () => (await client.send('GET', '/readyz')).status === 200,
      'the server to find that there is space again',
      5_000,
    );
    const retried = await client.send('POST', '/memories', ...withoutSpace);
    expect(retried.status).toBe(202);
    await untilIngested(client);
    await expectKept(client, [...accepted, retried.body.memory_id]);

    await server.end('SIGKILL');
    const next = await spawnServer({ directory });
    await expectKept(createClient(next.url, key), [...accepted, retried.body.memory_id]);
  });

  it('reports that the disk is full, and recovers when memories are deleted', async () => {
    const { directory, made: key } = await copyOfSound();
    const pages = Math.ceil(statSync(join(directory, storeFile)).size / pageBytes) + 2;
    const server = await startHere(directory, { maxPages: pages });
    const client = createClient(server.url, key);
    const text = 'This one needs more pages than there are. '.repeat(1_000);
    const rejected = await client.send('POST', '/memories', { text });
    expect(rejected).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('the disk is full; free some space') },
    });
    expect(rejected.headers.get('retry-after')).toBe('5');
    const memories = await listAll(client);
    expect(memories).toHaveLength(memoryCount);
    for (const { id } of memories.slice(0, 150)) {
      expect((await client.send('DELETE', `/memories/${id}`)).status).toBe(200);
    }
    expect((await client.send('POST', '/memories', { text })).status).toBe(202);
    expect(await listAll(client)).toHaveLength(memoryCount - 150 + 1);
  });
});

async function expectKept(client: Client, accepted: string[]): Promise<void> {
  const kept = await listAll(client);
  expect(kept).toHaveLength(memoryCount + accepted.length);
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(accepted));
}

/** The directory takes a server that can be written to, and either shows its first key or did so before. */
async function expectWorks(directory: string): Promise<void> {
  const server = await startHere(directory);
  const created = server.firstAccount ?? (await runMnema(['key', 'create', 'admin@mnema.local'], { directory }));
  const client = createClient(server.url, 'key' in created ? created.key : created.stdout.trim());
  expect((await client.send('POST', '/memories', { text: 'written after all' })).status).toBe(202);
  expect(await listAll(client)).toHaveLength(1);
  await server.stop();
  expect(sql(join(directory, storeFile), 'PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
}

/** Resolves when the file appears, however short its life is. False when it never came. */
async function appearance(file: string, ended: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // The system reports each change in order, so that the marker, which comes last, ends the wait.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name === basename(file)) resolve(true);
    else if (name === marker) resolve(false);
  });
  void ended.then(() => resolve(false));
  return promise.finally(() => watcher.close());
}

/** Sets how long a file the process may write: beyond that each write fails, as it does on a full disk. */
function allowFileBytes(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);
}

function sql(file: string, statements: string): unknown[] | undefined {
  const db = new DatabaseSync(file);
  try {
    if (statements.includes(';')) db.exec(statements);
    else return db.prepare(statements).all();
  } finally {
    db.close();
  }
}

function noise(seed: number, length: number): Buffer {
  const random = createRandom(seed);
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** All but the first, which holds the header. Counted from 1, as SQLite does. */
function allPages(file: string): number[] {
  return Array.from({ length: statSync(file).size / pageBytes - 1 }, (_, index) => index + 2);
}

function overwrite(file: string, pages: number[], content: (page: number) => Buffer): void {
  const opened = openSync(file, 'r+');
  for (const page of pages) writeSync(opened, content(page), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(opened);
}
