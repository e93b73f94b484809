import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../test/find-free-port.ts';
import { configVariables } from '../../config/config.ts';
import { readableBytes } from '../../lib/readable-bytes.ts';
import { checkConfiguration, usableConfig } from './check-configuration.ts';
import { checkClock, checkMemory, checkNodeVersion, describeSpace, minNodeVersion } from './check-machine.ts';
import { checkPort } from './check-port.ts';

const mebibyte = 1024 ** 2;
const now = Date.UTC(2026, 10, 21, 9, 30);

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

  it('is required in the version of the package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(manifest.engines.node).toBe(`>=${minNodeVersion}`);
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
    expect(describeSpace(free, '/d').status).toBe(status);
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

  it('is wrong when it is behind the newest memory, by a stated number of seconds', () => {
    expect(checkClock({ now, newestMemoryAt: now + 90_500 })).toMatchObject({
      status: 'problem',
      finding: expect.stringContaining('91 s behind'),
    });
  });

  it.each([[null], [now - 1], [now], [now + 1_000]])('is right when the newest memory is of %s', (newestMemoryAt) => {
    expect(checkClock({ now, newestMemoryAt }).status).toBe('ok');
  });
});

describe('the port', () => {
  const host = '127.0.0.1';
  const running = { kind: 'running' } as const;
  const none = { kind: 'none' } as const;

  async function listen(status: number, headers: Record<string, string>, body: string): Promise<number> {
    const server = createServer((_, response) => response.writeHead(status, headers).end(body));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return (server.address() as AddressInfo).port;
  }

  it('is that of a Mnema server with this data directory, or with another one', async () => {
    const port = await listen(200, { 'x-request-id': 'req_1' }, '{"status":"ok"}');
    const found = await checkPort({ host, port }, running);
    expect(found).toMatchObject({ status: 'ok', finding: expect.stringContaining('responds at port') });
    const other = await checkPort({ host, port }, none);
    expect(other).toMatchObject({ status: 'problem', finding: expect.stringContaining('another data directory') });
  });

  it('is taken when another program responds, whatever its response', async () => {
    for (const body of ['{"status":"ok"}', 'null', '<html>']) {
      const port = await listen(200, {}, body);
      const found = await checkPort({ host, port }, running);
      expect(found).toMatchObject({ status: 'problem', finding: expect.stringContaining('another program') });
    }
  });

  it('is free again after the check', async () => {
    const taken = await listen(200, {}, '');
    const port = taken === 65_535 ? taken - 1 : taken + 1;
    const first = await checkPort({ host, port }, none);
    expect(await checkPort({ host, port }, none)).toEqual(first);
    expect(await checkPort({ host, port: 0 }, none)).toMatchObject({
      status: 'ok',
      finding: 'any free port on 127.0.0.1 is chosen at the start',
    });
    const free = await findFreePort();
    expect((await checkPort({ host, port: free }, none)).finding).toMatch(/is free$/);
    expect((await checkPort({ host, port: free }, running)).finding).toMatch(/listens elsewhere$/);
  });

  it('cannot be used on an address of another machine', async () => {
    expect(await checkPort({ host: '192.0.2.1', port: 0 }, none)).toMatchObject({
      status: 'problem',
      finding: expect.stringContaining('EADDRNOTAVAIL'),
      fix: expect.stringContaining('MNEMA_HOST'),
    });
  });
});

describe('the configuration', () => {
  it('keeps every valid setting when others are wrong', () => {
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

  it('shows the file of a secret and hides what it holds', () => {
    const { lines } = checkConfiguration({ MNEMA_METRICS_TOKEN_FILE: '/run/secrets/metrics-token' }, []);
    expect(lines).toContain('MNEMA_METRICS_TOKEN=(hidden)   (set by the file /run/secrets/metrics-token)');
  });

  it('hides the password in an address', () => {
    const { lines } = checkConfiguration({ MNEMA_DATA_DIR: 'db://me:secret@host/x' }, []);
    expect(lines).toContain('MNEMA_DATA_DIR=db://(hidden)@host/x   (set)');
  });
});
