import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from './client.ts';
import { runDoctor } from './run-doctor.ts';
import { runMnema, spawnMnema, spawnServer, temporaryDirectory } from './spawn-server.ts';
import { useServer } from './use-server.ts';

const storeFile = 'mnema.db';
const limit = { timeout: 120_000 };

const abandoned = new Map<NodeJS.Signals, Promise<string>>();

/** A store with a memory, as a server that was stopped by `signal` leaves it behind. */
async function abandonedStore(signal: NodeJS.Signals): Promise<string> {
  const original = abandoned.get(signal) ?? abandonStore(mkdtempSync(join(tmpdir(), 'mnema-abandoned-')), signal);
  abandoned.set(signal, original);
  const copy = temporaryDirectory();
  cpSync(await original, copy, { recursive: true });
  return copy;
}

async function abandonStore(directory: string, signal: NodeJS.Signals): Promise<string> {
  const server = await spawnServer({ directory });
  const written = await createClient(server.url, server.key).send('POST', '/memories', { text: 'Tea at five.' });
  expect(written.status).toBe(202);
  server.kill(signal);
  await server.ended;
  return directory;
}

afterAll(async () => {
  for (const directory of abandoned.values()) rmSync(await directory, { recursive: true, force: true });
});

/** Every file with its size, its content and when it was last written. */
function contents(directory: string): string[] {
  return readdirSync(directory)
    .sort()
    .map((name) => {
      const file = join(directory, name);
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${name} ${hash} ${statSync(file).mtimeMs}`;
    });
}

describe('mnema doctor before the first start', limit, () => {
  it('finds nothing wrong and creates nothing', async () => {
    const directory = join(temporaryDirectory(), 'not', 'yet');
    const { code, checks, problems } = await runDoctor({ directory });
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(checks['data directory']?.finding).toContain('the first start creates it');
    expect(checks.store?.finding).toContain('the first start creates it');
    expect(checks.model?.finding).toMatch(/by (the native library|WebAssembly)/);
    expect(existsSync(join(directory, '..'))).toBe(false);
  });

  it('tries the runtime that is configured', async () => {
    const environment = { MNEMA_LOCAL_RUNTIME: 'wasm' };
    const { checks } = await runDoctor({ directory: temporaryDirectory(), environment });
    expect(checks.model).toMatchObject({ status: 'ok', finding: expect.stringContaining('by WebAssembly') });
  });

  it('leaves an empty directory empty', async () => {
    const directory = temporaryDirectory();
    expect((await runDoctor({ directory })).code).toBe(0);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('reads as a list, with what to do under each problem', async () => {
    const environment = { MNEMA_PROT: '1' };
    const { code, stdout, stderr } = await runMnema(['doctor'], { directory: temporaryDirectory(), environment });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(
      /^problem +configuration +the server would not start.*\n.*MNEMA_PROT.*did you mean MNEMA_PORT\?/,
    );
    expect(stdout).toMatch(/^ +to fix: correct or unset/m);
    expect(stdout).toMatch(/\nFound 1 problem.*\.\n$/);
  });
});

describe('mnema doctor beside a running server', limit, () => {
  const { directory, server: running } = useServer();

  it('recognizes the server and checks its store without disturbing writes', async () => {
    const server = running();
    const client = createClient(server.url, server.key);
    const files = readdirSync(directory).sort();
    const examination = runDoctor({ directory, environment: { MNEMA_PORT: new URL(server.url).port } });
    let isOver = false;
    const end = examination.finally(() => {
      isOver = true;
    });
    const statuses = new Set<number>();
    while (!isOver) {
      statuses.add((await client.send('POST', '/memories', { text: 'meanwhile' })).status);
      // Without a pause there would be hundreds, and embedding them would delay the tests that follow.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { code, checks, problems } = await end;
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(checks['data directory']?.finding).toContain(`pid ${server.pid}`);
    expect(checks.store?.finding).toContain('is sound');
    expect(checks.port?.finding).toContain('a Mnema server responds');
    expect([...statuses]).toEqual([202]);
    expect(readdirSync(directory).sort()).toEqual(files);
  });

  it('reports that the port is in use when the server has another data directory', async () => {
    const environment = { MNEMA_PORT: new URL(running().url).port };
    const { code, checks, problems } = await runDoctor({ directory: temporaryDirectory(), environment });
    expect({ code, problems }).toEqual({ code: 1, problems: ['port'] });
    expect(checks.port?.finding).toContain('in use by another program');
  });

  it('reports that the port is in use when it belongs to another program', async () => {
    const other = createServer((_, response) => response.end('hello'));
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const environment = { MNEMA_PORT: String((other.address() as AddressInfo).port) };
    const { code, checks } = await runDoctor({ directory: temporaryDirectory(), environment });
    expect(code).toBe(1);
    expect(checks.port?.finding).toContain('another program');
  });

  it('does not keep a server from starting', async () => {
    const directory = await abandonedStore('SIGKILL');
    const examinations = [1, 2].map(() => spawnMnema(['doctor'], { directory }));
    const server = await spawnServer({ directory });
    expect((await createClient(server.url, null).send('GET', '/readyz')).status).toBe(200);
    await Promise.all(examinations.map(({ ended }) => ended));
  });
});

describe('mnema doctor in a data directory without a server', limit, () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('changes no byte after %s', async (signal) => {
    const directory = await abandonedStore(signal);
    expect(existsSync(join(directory, `${storeFile}-wal`))).toBe(signal === 'SIGKILL');
    const before = contents(directory);
    const { code, checks, problems } = await runDoctor({ directory });
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(checks.store?.finding).toContain('is sound');
    expect(checks['data directory']?.finding).toContain('no server is running');
    expect(contents(directory)).toEqual(before);
  });

  it('reads what is in the log only', async () => {
    const directory = await abandonedStore('SIGTERM');
    const writer = new DatabaseSync(join(directory, storeFile));
    onTestFinished(() => writer.close());
    writer.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 1000');
    const { code, checks, problems } = await runDoctor({ directory });
    expect({ code, problems }).toEqual({ code: 1, problems: ['store'] });
    expect(checks.store?.finding).toMatch(/newer version/);
  });

  it('reports that a log without its index can be checked after a start only, and leaves it alone', async () => {
    const directory = await abandonedStore('SIGKILL');
    rmSync(join(directory, `${storeFile}-shm`));
    const before = contents(directory);
    const { code, checks } = await runDoctor({ directory });
    expect(code).toBe(0);
    expect(checks.store).toMatchObject({ status: 'warning', fix: expect.stringContaining('start the server') });
    expect(contents(directory)).toEqual(before);
  });

  const spoilt: [string, (file: string) => void, RegExp][] = [
    ['replaced by garbage', (file) => writeFileSync(file, 'x'.repeat(50_000)), /damaged/],
    ['emptied', (file) => writeFileSync(file, ''), /damaged/],
    ['overwritten behind its first page', overwritePages, /damaged/],
    ['gone', (file) => rmSync(file), /missing, although/],
    ['another database', (file) => replaceDatabase(file), /not a Mnema store/],
    ['of a newer version', (file) => setFormat(file, 1_000), /newer version/],
  ];
  it.each(spoilt)('reports a store file that is %s, and changes no byte', async (_, spoil, finding) => {
    const directory = await abandonedStore('SIGTERM');
    spoil(join(directory, storeFile));
    const before = contents(directory);
    const { code, checks, problems } = await runDoctor({ directory });
    expect({ code, problems }).toEqual({ code: 1, problems: ['store'] });
    expect(checks.store?.finding).toMatch(finding);
    expect(contents(directory)).toEqual(before);
  });

  it('reports a file instead of the directory, and above it', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    for (const directory of [file, join(file, 'below')]) {
      const { code, checks } = await runDoctor({ directory });
      expect(code).toBe(1);
      expect(checks['data directory']).toMatchObject({
        status: 'problem',
        finding: expect.stringContaining(`${file} is not a directory`),
        fix: expect.stringContaining('MNEMA_DATA_DIR'),
      });
      expect(checks.store?.status).toBe('problem');
    }
  });

  it('reports what this user may not write', async () => {
    const unprivileged = { through: withoutOverride() };
    const directory = await abandonedStore('SIGTERM');
    chmodSync(join(directory, storeFile), 0o400);
    expect((await runDoctor({ directory, ...unprivileged })).checks.store?.finding).toContain('may not be written');

    const parent = temporaryDirectory();
    const own = join(parent, 'own');
    mkdirSync(own);
    chmodSync(own, 0o500);
    chmodSync(parent, 0o500);
    onTestFinished(() => chmodSync(parent, 0o700));
    for (const directory of [own, join(parent, 'new')]) {
      const { code, problems } = await runDoctor({ directory, ...unprivileged });
      expect({ code, problems }).toEqual({ code: 1, problems: ['data directory'] });
    }
  });
});

/** Root may write everywhere; without this capability permissions count for it as for everybody else. */
function withoutOverride(): string[] {
  return process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : [];
}

function overwritePages(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, 4_096, bytes.length - 4_096));
}

function replaceDatabase(file: string): void {
  rmSync(file);
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE other (a)');
  db.close();
}

function setFormat(file: string, format: number): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA user_version = ${format}`);
  db.close();
}
