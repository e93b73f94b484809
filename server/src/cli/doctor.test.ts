import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../test/find-free-port.ts';
import { listen } from '../../test/listen.ts';
import { readableBytes } from '../lib/readable-bytes.ts';
import { checkDiskSpace, checkPort, settingsOf } from './doctor.ts';

const mebibyte = 1024 ** 2;

describe('space', () => {
  it.each([
    [1024 * mebibyte, 'ok'],
    [1024 * mebibyte - 1, 'warning'],
    [100 * mebibyte, 'warning'],
    [100 * mebibyte - 1, 'problem'],
    [0, 'problem'],
  ])('%i free bytes on the disk are %s', (free, status) => {
    expect(checkDiskSpace('/d', free).status).toBe(status);
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

  const respond = async (status: number, headers: Record<string, string>, body: string) =>
    (await listen((_, response) => response.writeHead(status, headers).end(body))).port;

  it('is that of a Mnema server with this data directory, and taken by one with another', async () => {
    const port = await respond(200, { 'x-request-id': 'req_1' }, '{"status":"ok"}');
    const found = await checkPort({ host, port }, running);
    expect(found).toMatchObject({ status: 'ok', finding: expect.stringContaining('responds at port') });
    const other = await checkPort({ host, port }, none);
    expect(other).toMatchObject({ status: 'problem', finding: expect.stringContaining('in use by another program') });
  });

  it('is taken when another program responds, whatever its response', async () => {
    for (const body of ['{"status":"ok"}', 'null', '<html>']) {
      const found = await checkPort({ host, port: await respond(200, {}, body) }, running);
      expect(found).toMatchObject({ status: 'problem', finding: expect.stringContaining('another program') });
    }
  });

  it('is free again after the check', async () => {
    const taken = await respond(200, {}, '');
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
  it('are those that are set, also in files, without secrets and the passwords of addresses', () => {
    const file = '/run/secrets/metrics-token';
    const settings = { MNEMA_METRICS_TOKEN_FILE: file, MNEMA_DATA_DIR: 'db://me:secret@host/x', MNEMA_HOST: '' };
    expect(settingsOf(settings)).toEqual([
      'MNEMA_DATA_DIR=db://(hidden)@host/x',
      `MNEMA_METRICS_TOKEN=(hidden)   (set by the file ${file})`,
    ]);
  });
});
