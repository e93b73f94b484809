import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkModel } from '../../src/app/services/doctor.ts';
import { parseConfig } from '../../src/config/config.ts';
import { runDoctor } from './run-doctor.ts';
import { spawnMnema, spawnServer, temporaryDirectory, withoutEncoder } from './spawn-server.ts';
import { storeCopies } from './store-copies.ts';
import { useServer } from './use-server.ts';

const storeFile = 'mnema.db';
const limit = { timeout: 120_000 };

/** A store with a memory, as a server that was stopped by the signal leaves it behind. */
const abandonedBy = (signal: NodeJS.Signals) =>
  storeCopies(async (directory) => {
    const { client, end } = await spawnServer({ directory, environment: withoutEncoder });
    expect((await client.send('POST', '/memories', { text: 'Tea at five.' })).status).toBe(202);
    await end(signal);
  });
const abandoned = { SIGTERM: abandonedBy('SIGTERM'), SIGKILL: abandonedBy('SIGKILL') };

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
    const above = temporaryDirectory();
    const { code, checks, problems } = await runDoctor({ directory: join(above, 'not', 'yet'), isProcess: true });
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(checks['data directory']?.finding).toContain('the first start creates it');
    expect(checks.store?.finding).toContain('the first start creates it');
    expect(checks.model?.finding).toMatch(/by (the native library|WebAssembly)/);
    expect((await runDoctor({ directory: above })).code).toBe(0);
    expect(readdirSync(above)).toEqual([]);
  });

  it('tries the runtime that is configured', async () => {
    const found = await checkModel(parseConfig({ MNEMA_LOCAL_RUNTIME: 'wasm' }));
    expect(found).toMatchObject({ status: 'ok', finding: expect.stringContaining('by WebAssembly') });
  });
});

describe('mnema doctor beside a running server', limit, () => {
  const { directory, server } = useServer(withoutEncoder);

  it('recognizes the server and checks its store without disturbing writes', async () => {
    const { url, client, pid } = server();
    const files = readdirSync(directory).sort();
    let isOver = false;
    const environment = { MNEMA_PORT: new URL(url).port };
    const end = runDoctor({ directory, environment, isProcess: true }).finally(() => {
      isOver = true;
    });
    const statuses = new Set<number>();
    while (!isOver) statuses.add((await client.send('POST', '/memories', { text: 'meanwhile' })).status);
    const { code, checks, problems } = await end;
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(checks['data directory']?.finding).toContain(`pid ${pid}`);
    expect(checks.store?.finding).toContain('is sound');
    expect(checks.port?.finding).toContain('a Mnema server responds');
    expect([...statuses]).toEqual([202]);
    expect(readdirSync(directory).sort()).toEqual(files);
  });

  it('does not keep a server from starting', async () => {
    const { directory } = await abandoned.SIGKILL();
    const examinations = [1, 2].map(() => spawnMnema(['doctor'], { directory }));
    const { client } = await spawnServer({ directory, environment: withoutEncoder });
    expect((await client.send('GET', '/readyz')).status).toBe(200);
    await Promise.all(examinations.map(({ ended }) => ended));
  });
});

describe('mnema doctor in a data directory without a server', limit, () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('changes no byte after %s', async (signal) => {
    const { directory } = await abandoned[signal]();
    expect(existsSync(join(directory, `${storeFile}-wal`))).toBe(signal === 'SIGKILL');
    const before = contents(directory);
    const { code, checks, problems } = await runDoctor({ directory });
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(checks.store?.finding).toContain('is sound');
    expect(checks['data directory']?.finding).toContain('no server is running');
    expect(contents(directory)).toEqual(before);
  });

  it('reads what is in the log only', async () => {
    const { directory } = await abandoned.SIGTERM();
    const writer = new DatabaseSync(join(directory, storeFile));
    onTestFinished(() => writer.close());
    writer.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 1000');
    const { problems, checks } = await runDoctor({ directory });
    expect(problems).toEqual(['store']);
    expect(checks.store?.finding).toMatch(/newer version/);
  });

  it('reports that a log without its index can be checked after a start only, and leaves it alone', async () => {
    const { directory } = await abandoned.SIGKILL();
    rmSync(join(directory, `${storeFile}-shm`));
    const before = contents(directory);
    const { code, checks } = await runDoctor({ directory });
    expect(code).toBe(0);
    expect(checks.store).toMatchObject({ status: 'warning', fix: expect.stringContaining('start the server') });
    expect(contents(directory)).toEqual(before);
  });

  it('reports a store file that is overwritten behind its first page, and changes no byte', async () => {
    const { directory } = await abandoned.SIGTERM();
    const file = join(directory, storeFile);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4_096, bytes.length - 4_096));
    const before = contents(directory);
    const { problems, checks } = await runDoctor({ directory });
    expect(problems).toEqual(['store']);
    expect(checks.store?.finding).toMatch(/damaged/);
    expect(contents(directory)).toEqual(before);
  });
});
