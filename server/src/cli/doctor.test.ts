import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../test/find-free-port.ts';
import { configVariables } from '../config/config.ts';
import { readableBytes } from '../lib/readable-bytes.ts';
import { checkPort, describeSpace, settingsOf } from './doctor.ts';

const mebibyte = 1024 ** 2;

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
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KiB'],
    [150 * mebibyte, '150 MiB'],
    [1.5 * 1024 * mebibyte, '1.5 GiB'],
  ])('%i bytes read %s', (bytes, text) => {
    expect(readableBytes(bytes)).toBe(text);
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

  it('is that of a Mnema server with this data directory, and taken by one with another', async () => {
    const port = await listen(200, { 'x-request-id': 'req_1' }, '{"status":"ok"}');
    const found = await checkPort({ host, port }, running);
    expect(found).toMatchObject({ status: 'ok', finding: expect.stringContaining('responds at port') });
    const other = await checkPort({ host, port }, none);
    expect(other).toMatchObject({ status: 'problem', finding: expect.stringContaining('in use by another program') });
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
    expect((await checkPort({ host, port: free }, running)).finding).toMatch(/is free$/);
  });

  it('cannot be used on an address of another machine', async () => {
    expect(await checkPort({ host: '192.0.2.1', port: 0 }, none)).toMatchObject({
      status: 'problem',
      finding: '192.0.2.1 is not an address of this machine',
      fix: expect.stringContaining('MNEMA_HOST'),
    });
  });
});

describe('the settings', () => {
  it('are all listed', () => {
    const names = settingsOf({}).map((line) => line.split('=')[0]);
    expect(names).toEqual(configVariables.map(({ name }) => name));
  });

  it('contain the file of a secret and hide what it holds', () => {
    const lines = settingsOf({ MNEMA_METRICS_TOKEN_FILE: '/run/secrets/metrics-token' });
    expect(lines).toContain('MNEMA_METRICS_TOKEN=(hidden)   (set by the file /run/secrets/metrics-token)');
  });

  it('hide the password in an address', () => {
    const lines = settingsOf({ MNEMA_DATA_DIR: 'db://me:secret@host/x' });
    expect(lines).toContain('MNEMA_DATA_DIR=db://(hidden)@host/x   (set)');
  });
});
