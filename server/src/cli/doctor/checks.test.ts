import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DataDirectoryFacts, ModelFacts, MongodbFacts, ProviderFacts, RedisFacts } from '../../app/services.ts';
import { configVariables } from '../../config/config.ts';
import { checkClock } from './check-clock.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkDiskSpace } from './check-disk-space.ts';
import { checkMemory } from './check-memory.ts';
import { checkModel } from './check-model.ts';
import { checkMongodb, checkSearchIndexes } from './check-mongodb.ts';
import { checkNodeVersion, leastNodeVersion } from './check-node-version.ts';
import { checkPort } from './check-port.ts';
import { checkEmbedder, checkExtractor, checkReranker } from './check-provider.ts';
import { checkQueue, checkRedis, checkRedisSettings } from './check-redis.ts';
import { checkStore } from './check-store.ts';
import { checkTraces } from './check-traces.ts';
import { type PortFacts, probePort } from './probe-port.ts';
import { readableBytes } from './readable-bytes.ts';
import { usableConfig } from './usable-config.ts';

const mebibyte = 1024 ** 2;
const now = Date.UTC(2026, 10, 21, 9, 30);

type MongodbObstacle = Extract<MongodbFacts, { kind: 'unreachable' }>['obstacle'];
type SearchIndexFacts = NonNullable<Extract<MongodbFacts, { kind: 'connected' }>['searchIndexes']>[number];

describe('Node.js', () => {
  it.each([
    ['24.7.0', 'ok'],
    ['24.21.0', 'ok'],
    ['25.0.0', 'ok'],
    ['24.6.9', 'problem'],
    ['20.19.0', 'problem'],
  ])('%s is %s', (version, status) => {
    expect(checkNodeVersion(version).status).toBe(status);
  });

  it('is asked for in the version that the package asks for', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(manifest.engines.node).toBe(`>=${leastNodeVersion}`);
  });
});

describe('space', () => {
  it.each([
    [1024 * mebibyte, 'ok'],
    [1024 * mebibyte - 1, 'warning'],
    [100 * mebibyte, 'warning'],
    [100 * mebibyte - 1, 'problem'],
    [0, 'problem'],
  ])('%i free bytes on the disk are %s', (free, status) => {
    expect(checkDiskSpace({ free, directory: '/d' }).status).toBe(status);
  });

  it.each([
    [512 * mebibyte, 'ok'],
    [512 * mebibyte - 1, 'warning'],
  ])('%i bytes of memory are %s', (total, status) => {
    expect(checkMemory({ total, available: 1 }).status).toBe(status);
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KiB'],
    [150 * mebibyte, '150 MiB'],
    [1.5 * 1024 * mebibyte, '1.5 GiB'],
  ])('%i bytes read %s', (bytes, text) => {
    expect(readableBytes(bytes)).toBe(text);
  });
});

describe('the clock', () => {
  it('is wrong before this program was written', () => {
    expect(checkClock({ now: Date.UTC(2025, 11, 31, 23, 59), newestMemoryAt: null })).toMatchObject({
      status: 'problem',
      finding: expect.stringContaining('2025-12-31'),
    });
  });

  it('is wrong behind the newest memory, and says by how much', () => {
    expect(checkClock({ now, newestMemoryAt: now + 90_500 })).toMatchObject({
      status: 'problem',
      finding: expect.stringContaining('91 s behind'),
    });
  });

  it.each([[null], [now - 1], [now], [now + 1_000]])('is right when the newest memory is of %s', (newestMemoryAt) => {
    expect(checkClock({ now, newestMemoryAt }).status).toBe('ok');
  });
});

describe('the data directory', () => {
  const facts: DataDirectoryFacts = {
    path: '/d',
    nearest: '/d',
    state: { kind: 'present', writable: true },
    server: { kind: 'none' },
    store: { kind: 'none', marked: false },
  };

  it.each<[Partial<DataDirectoryFacts>, string, RegExp]>([
    [{}, 'ok', /no server is running/],
    [{ server: { kind: 'running', pid: 7 } }, 'ok', /pid 7/],
    [{ server: { kind: 'unknown', reason: 'lock.db: not a database' } }, 'warning', /lock\.db/],
    [{ state: { kind: 'present', writable: false } }, 'problem', /not writable/],
    [{ state: { kind: 'absent', creatable: true } }, 'ok', /first start creates it/],
    [{ state: { kind: 'absent', creatable: false }, nearest: '/p' }, 'problem', /\/p is not writable/],
    [{ state: { kind: 'unusable', reason: '/d is not a directory' } }, 'problem', /is not a directory/],
  ])('%j is %s', (changes, status, finding) => {
    expect(checkDataDirectory({ ...facts, ...changes })).toMatchObject({
      status,
      finding: expect.stringMatching(finding),
      fix: status === 'ok' ? null : expect.any(String),
    });
  });

  const sound = {
    kind: 'sound' as const,
    file: '/d/mnema.db',
    bytes: 1,
    format: 2,
    knownFormat: 2,
    marked: true,
    writable: true,
    newestMemoryAt: null,
    checkMs: 1,
  };

  it.each<[DataDirectoryFacts['store'], string, RegExp]>([
    [sound, 'ok', /is sound/],
    [{ ...sound, format: 1 }, 'warning', /older version/],
    [{ ...sound, format: 3 }, 'problem', /newer version/],
    [{ ...sound, marked: false }, 'warning', /mark/],
    [{ ...sound, writable: false }, 'problem', /may not be written/],
    [{ kind: 'none', marked: false }, 'ok', /first start creates it/],
    [{ kind: 'none', marked: true }, 'problem', /missing/],
    [{ kind: 'foreign' }, 'problem', /not a Mnema store/],
    [{ kind: 'damaged', reason: 'page 7' }, 'problem', /page 7/],
    [{ kind: 'unreadable', reason: 'the disk reported an error' }, 'problem', /disk reported/],
    [{ kind: 'unrecovered' }, 'warning', /-shm/],
  ])('with the store %j is %s', (store, status, finding) => {
    expect(checkStore({ ...facts, store })).toMatchObject({
      status,
      finding: expect.stringMatching(finding),
      fix: status === 'ok' ? null : expect.any(String),
    });
  });
});

describe('the model', () => {
  const loaded = {
    kind: 'loaded' as const,
    runtime: 'wasm' as const,
    fallbackReason: null,
    loadMs: 1,
    embedMs: 1,
    norm: 1.0004,
  };

  it.each<[ModelFacts, string, RegExp]>([
    [{ wrongFiles: [], encoder: loaded }, 'ok', /WebAssembly/],
    [{ wrongFiles: [], encoder: { ...loaded, fallbackReason: 'no libc\nat …' } }, 'ok', /does not load: no libc$/],
    [{ wrongFiles: [], encoder: { ...loaded, norm: 0.5 } }, 'problem', /0\.5 instead of 1/],
    [{ wrongFiles: [], encoder: { ...loaded, norm: Number.NaN } }, 'problem', /NaN/],
    [{ wrongFiles: [], encoder: { kind: 'failed', reason: 'No runtime loads' } }, 'problem', /No runtime loads/],
    [
      { wrongFiles: [{ path: '/m.onnx', fault: 'changed' }], encoder: { kind: 'not_tried' } },
      'problem',
      /m\.onnx is ch/,
    ],
  ])('%j is %s', (facts, status, finding) => {
    expect(checkModel(facts)).toMatchObject({ status, finding: expect.stringMatching(finding) });
  });
});

describe('the port', () => {
  const place = { host: '127.0.0.1', port: 8787 };
  const running = { kind: 'running', pid: 7 } as const;
  const none = { kind: 'none' } as const;

  it.each<[PortFacts, DataDirectoryFacts['server'], string, RegExp]>([
    [{ kind: 'free' }, none, 'ok', /is free$/],
    [{ kind: 'free' }, running, 'ok', /listens elsewhere/],
    [{ kind: 'mnema' }, running, 'ok', /answers/],
    [{ kind: 'mnema' }, none, 'problem', /another data directory/],
    [{ kind: 'taken' }, running, 'problem', /another program/],
    [{ kind: 'refused', code: 'EACCES', reason: 'permission denied' }, none, 'problem', /permission denied/],
  ])('%j beside the server %j is %s', (facts, server, status, finding) => {
    expect(checkPort({ ...place, facts, server })).toMatchObject({ status, finding: expect.stringMatching(finding) });
  });

  async function listen(status: number, headers: Record<string, string>, body: string): Promise<number> {
    const server = createServer((_, response) => response.writeHead(status, headers).end(body));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  it('is taken when something else answers, whatever it says', async () => {
    for (const body of ['{"status":"ok"}', 'null', '<html>']) {
      const port = await listen(200, {}, body);
      expect(await probePort('127.0.0.1', port)).toEqual({ kind: 'taken' });
    }
  });

  it('is free again after it was probed', async () => {
    const port = await listen(200, {}, '');
    const free = port === 65_535 ? port - 1 : port + 1;
    expect(await probePort('127.0.0.1', free)).toEqual(await probePort('127.0.0.1', free));
    expect(await probePort('127.0.0.1', 0)).toEqual({ kind: 'free' });
  });

  it('is refused on an address of another machine', async () => {
    expect(await probePort('192.0.2.1', 0)).toMatchObject({ kind: 'refused', code: 'EADDRNOTAVAIL' });
  });
});

describe('MongoDB', () => {
  const connected = {
    kind: 'connected' as const,
    database: 'mnema',
    version: '8.0.4',
    pingMs: 1.2,
    replicated: true,
    store: { kind: 'present' as const },
    write: { kind: 'done' as const, ms: 4 },
    searchIndexes: [{ name: 'words', state: { kind: 'ready' as const } }],
    newestMemoryAt: null,
  };
  const unreachable = (obstacle: MongodbObstacle): MongodbFacts => ({ kind: 'unreachable', obstacle, reason: 'why' });

  it.each<[MongodbFacts, string, RegExp, RegExp?]>([
    [connected, 'ok', /8\.0\.4 answers in 1 ms, a majority confirms a write in 4 ms; database mnema/],
    [{ ...connected, store: { kind: 'absent' }, write: null }, 'ok', /first start or mnema migrate creates it/],
    [unreachable('uri'), 'problem', /why/, /MNEMA_MONGODB_URI/],
    [unreachable('name'), 'problem', /why/, /MNEMA_MONGODB_URI/],
    [unreachable('credentials'), 'problem', /why/, /user and password in MNEMA_MONGODB_URI/],
    [unreachable('right'), 'problem', /why/, /readWrite/],
    [unreachable('tls'), 'problem', /why/, /network access list/],
    [unreachable('network'), 'problem', /why/, /network access list/],
    [{ ...connected, version: '6.0.20' }, 'problem', /too old/, /7\.0 or newer/],
    [{ ...connected, version: 'unknown' }, 'problem', /too old/, /7\.0 or newer/],
    [{ ...connected, replicated: false }, 'problem', /no replica set/, /--replSet/],
    [{ ...connected, store: { kind: 'newer', reason: 'newer' } }, 'problem', /newer/, /upgrade/],
    [{ ...connected, write: { kind: 'failed', reason: 'no majority' } }, 'problem', /no majority/, /majority/],
    [{ ...connected, pingMs: 51 }, 'warning', /far/, /region/],
  ])('%j is %s', (facts, status, finding, fix) => {
    const found = checkMongodb(facts);
    expect(found).toMatchObject({ status, finding: expect.stringMatching(finding) });
    if (fix) expect(found.fix).toMatch(fix);
    else expect(found.fix).toBeNull();
  });

  it.each<[SearchIndexFacts['state'], string, RegExp, RegExp?]>([
    [{ kind: 'ready' }, 'ok', /words is ready/],
    [{ kind: 'missing' }, 'problem', /missing/, /mnema migrate/],
    [{ kind: 'building', status: 'PENDING', queryable: false }, 'warning', /is PENDING$/, /mnema migrate/],
    [{ kind: 'building', status: 'BUILDING', queryable: true }, 'warning', /former version answers/, /mnema migrate/],
    [{ kind: 'failed', reason: 'no room' }, 'problem', /no room/, /dropSearchIndex\("words"\).*mnema migrate/],
    [{ kind: 'outdated' }, 'problem', /another definition/, /mnema migrate/],
    [{ kind: 'of_other_type', type: 'search' }, 'problem', /of type search/, /drop it.*mnema migrate/],
    [
      { kind: 'of_other_dimensions', dimensions: 384, wanted: 1024 },
      'problem',
      /384 numbers.*makes 1024/,
      /MNEMA_EMBEDDING_DIMENSIONS/,
    ],
  ])('a search index that is %j is %s', (state, status, finding, fix) => {
    const searchIndexes: SearchIndexFacts[] = [
      { name: 'other', state: { kind: 'ready' } },
      { name: 'words', state },
    ];
    const found = checkSearchIndexes({ ...connected, searchIndexes });
    expect(found).toMatchObject({ status, finding: expect.stringMatching(finding) });
    if (fix) expect(found.fix).toMatch(fix);
    else expect(found.fix).toBeNull();
  });

  it('names the worst of several search indexes, and each of them below', () => {
    const searchIndexes: SearchIndexFacts[] = [
      { name: 'a', state: { kind: 'building', status: 'PENDING', queryable: false } },
      { name: 'b', state: { kind: 'missing' } },
    ];
    expect(checkSearchIndexes({ ...connected, searchIndexes })).toMatchObject({
      status: 'problem',
      finding: 'b is missing',
      lines: ['a is PENDING', 'b is missing'],
    });
  });

  it('without search, or without an answer, says what to do', () => {
    expect(checkSearchIndexes({ ...connected, searchIndexes: null }).fix).toMatch(/Use Atlas/i);
    expect(checkSearchIndexes(unreachable('network')).status).toBe('problem');
    const none = { ...connected, store: { kind: 'absent' as const }, searchIndexes: [] };
    expect(checkSearchIndexes(none).status).toBe('ok');
  });
});

describe('Redis', () => {
  const connected = {
    kind: 'connected' as const,
    version: '7.0.15',
    pingMs: 0.21,
    evictionPolicy: 'noeviction',
    appendOnly: true,
    appendFsync: 'everysec',
    waitingConnections: 1,
    announcements: { waiting: 0, active: 0 },
  };
  const unreachable = (obstacle: 'credentials' | 'name' | 'tls' | 'network'): RedisFacts => ({
    ...{ kind: 'unreachable', obstacle, reason: 'why' },
  });

  it.each<[RedisFacts, string, RegExp, RegExp?]>([
    [connected, 'ok', /7\.0\.15 answers in 0\.2 ms/],
    [{ ...connected, version: '6.2.0' }, 'ok', /6\.2\.0/],
    [{ ...connected, version: '6.0.16' }, 'problem', /too old/, /6\.2 or newer/],
    [{ ...connected, version: 'unknown' }, 'problem', /too old/, /6\.2 or newer/],
    [{ ...connected, pingMs: 21 }, 'warning', /slow/, /near the servers/],
    [unreachable('credentials'), 'problem', /why/, /password in MNEMA_REDIS_URL/],
    [unreachable('name'), 'problem', /why/, /host in MNEMA_REDIS_URL/],
    [unreachable('tls'), 'problem', /why/, /rediss:/],
    [unreachable('network'), 'problem', /why/, /MNEMA_REDIS_URL/],
  ])('%j is %s', (facts, status, finding, fix) => {
    const found = checkRedis(facts);
    expect(found).toMatchObject({ status, finding: expect.stringMatching(finding) });
    if (fix) expect(found.fix).toMatch(fix);
    else expect(found.fix).toBeNull();
  });

  it.each<[Partial<typeof connected>, string, RegExp]>([
    [{}, 'ok', /noeviction, appendonly yes, appendfsync everysec/],
    [{ evictionPolicy: 'allkeys-lru' }, 'problem', /allkeys-lru/],
    [{ appendOnly: false }, 'warning', /appendonly is off/],
    [{ appendFsync: 'no' }, 'warning', /appendfsync is no/],
    [{ appendFsync: 'always' }, 'warning', /appendfsync is always/],
  ])('with the settings %j is %s', (changes, status, finding) => {
    const found = checkRedisSettings({ ...connected, ...changes });
    expect(found).toMatchObject({ status, finding: expect.stringMatching(finding) });
    expect(found.fix === null || /CONFIG SET .*MNEMA_REDIS_URL/.test(found.fix)).toBe(true);
  });

  it('names each setting that is wrong, the worst first, and which it may not see', () => {
    const found = checkRedisSettings({ ...connected, appendOnly: false, evictionPolicy: 'volatile-lru' });
    expect(found).toMatchObject({
      status: 'problem',
      lines: [expect.stringContaining('appendonly'), expect.any(String)],
    });
    const hidden = { ...connected, evictionPolicy: null, appendOnly: null, appendFsync: null };
    expect(checkRedisSettings(hidden).finding).toContain('does not tell');
  });

  it.each([
    [{ waiting: 3, active: 1 }, 2, 'ok'],
    [{ waiting: 0, active: 0 }, 0, 'ok'],
    [{ waiting: 3, active: 0 }, 0, 'warning'],
  ])('with the announcements %j and %i that listen, the queue is %s', (announcements, waitingConnections, status) => {
    const facts = { ...connected, announcements, waitingConnections };
    expect(checkQueue(facts, { isWorker: false }).status).toBe(status);
    expect(checkQueue(facts, { isWorker: true }).fix ?? '').not.toMatch(/MNEMA_ROLES/);
  });
});

describe('a provider', () => {
  const answered: ProviderFacts = { kind: 'answered', id: 'cohere/embed-v4.0', ms: 12.3 };
  const failed: ProviderFacts = { kind: 'failed', reason: 'Cohere answered 401' };

  it('that answers is well', () => {
    const settings = { provider: 'cohere', model: 'embed-v4.0', dimensions: 1024 } as const;
    expect(checkEmbedder(answered, settings)).toMatchObject({ status: 'ok', fix: null });
    expect(checkExtractor(answered, settings)).toMatchObject({ status: 'ok', fix: null });
    expect(checkReranker(answered, settings)).toMatchObject({ status: 'ok', fix: null });
    expect(checkTraces(answered)).toMatchObject({ status: 'ok', fix: null });
  });

  it.each(['cohere', 'openai'] as const)('%s that does not is a problem that names its variables', (provider) => {
    const settings = { provider, model: 'the-model', dimensions: 1024 };
    const name = provider.toUpperCase();
    for (const [found, model] of [
      [checkEmbedder(failed, settings), 'MNEMA_EMBEDDING_MODEL'],
      [checkExtractor(failed, settings), 'MNEMA_EXTRACTION_MODEL'],
      [checkReranker(failed, settings), 'MNEMA_RERANK_MODEL'],
    ] as const) {
      expect(found).toMatchObject({ status: 'problem', finding: 'the-model: Cohere answered 401' });
      for (const variable of [`${name}_API_KEY`, `MNEMA_${name}_BASE_URL`, model])
        expect(found.fix).toContain(variable);
    }
  });
});

it('traces that nobody takes are a warning: the server does its work without', () => {
  expect(checkTraces({ kind: 'failed', reason: 'it answered 401 Unauthorized' })).toMatchObject({
    status: 'warning',
    finding: expect.stringContaining('401'),
    fix: expect.stringMatching(/OTEL_EXPORTER_OTLP_ENDPOINT.*OTEL_EXPORTER_OTLP_HEADERS/),
  });
});

describe('the configuration', () => {
  it('keeps every right setting when others are wrong', () => {
    const { config, faults } = usableConfig({
      MNEMA_DATA_DIR: '/d',
      MNEMA_PORT: '99999',
      MNEMA_HOTS: 'x',
      MNEMA_HOST: '::1',
      PATH: '/bin',
    });
    expect(config).toMatchObject({ dataDirectory: '/d', port: 8787, host: '::1' });
    expect(faults).toHaveLength(2);
  });

  it('shows every setting', () => {
    const { lines } = checkConfiguration({}, []);
    expect(lines?.map((line) => line.split('=')[0])).toEqual(configVariables.map(({ name }) => name));
  });

  it('hides the password in an address', () => {
    const { lines } = checkConfiguration({ MNEMA_DATA_DIR: 'db://me:secret@host/x' }, []);
    expect(lines).toContain('MNEMA_DATA_DIR=db://(hidden)@host/x   (set)');
  });
});
