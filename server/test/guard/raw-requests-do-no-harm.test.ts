import { once } from 'node:events';
import { ReadStream } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openRaw } from '../http/send-raw.ts';
import { useTestApp } from '../http/shared-apps.ts';

const app = useTestApp({ MNEMA_TRUSTED_PROXIES: 'loopback' });

/** Sends these lines as the head of a request. Resolves to what has come when the response has the end. */
async function responseTo(lines: readonly string[], end = /\r\n\r\n/): Promise<string> {
  const { received } = await openRaw(app.url, [...lines, 'Connection: close', '', ''].join('\r\n'));
  await expect.poll(received).toMatch(end);
  return received();
}

describe('a URL', () => {
  it.each(['http://[', 'http://[::1', 'http://a:99999999/', '//[', '*'])(
    'that cannot be parsed is a problem like any other: %s',
    async (target) => {
      const response = await responseTo([`GET ${target} HTTP/1.1`, 'Host: localhost'], /"request_id"|<\/html>/);
      expect(response).toMatch(/^HTTP\/1\.1 404 .*X-Request-Id: .*"code":"not_found"/s);
    },
  );

  it('that cannot be parsed does not escape the check of the host', async () => {
    expect(await responseTo(['GET http://[ HTTP/1.1', 'Host: rebound.example.com'])).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ['http://localhost/memories?limit=1', 200],
    ['HTTP://elsewhere.example.com:80?limit=1', 404],
    ['http://localhost/memories?limit=none', 400],
  ])('that is whole, with a query, is served like its path: %s', async (target, status) => {
    const lines = [`GET ${target} HTTP/1.1`, 'Host: localhost', `X-API-Key: ${app.first.key}`];
    expect(await responseTo(lines)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

it.each([
  ['localhost', 'evil.example.com'],
  ['evil.example.com', 'localhost'],
  ['localhost', 'localhost'],
])('a request with the hosts %s and %s is a 400', async (first, second) => {
  const response = await responseTo(['GET /healthz HTTP/1.1', `Host: ${first}`, `hoST: ${second}`], /"code"/);
  expect(response).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
});

describe('a body', () => {
  const head = (method: string, path: string) => {
    const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
    return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${app.first.key}\r\n${type}\r\n`;
  };

  it.each([
    ['POST', '/memories', 413],
    ['POST', '/auth/login', 413],
    ['POST', '/nowhere', 404],
    ['GET', '/healthz', 200],
    ['GET', '/docs/start.js', 200],
  ])('in chunks of one byte that does not end ends the connection: %s %s', async (method, path, status) => {
    const { socket, received } = await openRaw(app.url, head(method, path));
    socket.write('1\r\nx\r\n'.repeat(20_000));
    await expect.poll(() => socket.destroyed).toBe(true);
    expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('of a thousand small chunks is read', async () => {
    const parts = JSON.stringify({ text: 'x'.repeat(7_900) }).match(/.{1,8}/g) ?? [];
    const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
    const { socket, received } = await openRaw(app.url, `${head('POST', '/memories')}${chunks.join('')}`);
    socket.write('0\r\n\r\n');
    await expect.poll(received).toMatch(/^HTTP\/1\.1 202 /);
  });
});

describe('requests that arrive together', () => {
  const [flood, innocent] = ['203.0.113.1', '203.0.113.2'];
  /** A log-in without a body, whose address is checked before that is noticed. */
  const logIn = (address: string, header = '') =>
    `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n${header}Content-Length: 0\r\n\r\n`;

  it('begin in turn by address, and a flood does not delay those of others', async () => {
    const { accounts } = app.services.http;
    const begun: string[] = [];
    const checkAddress = vi.fn(async (_attempt: unknown, address: string) => void begun.push(address));
    const { url } = await app.withServices({ accounts: { ...accounts, checkAddress } });
    const many = await Promise.all([openRaw(url, ''), openRaw(url, ''), openRaw(url, '')]);
    const one = await openRaw(url, '');
    for (const { socket } of many) socket.write(logIn(flood).repeat(60));
    one.socket.write(logIn(innocent));
    await expect.poll(() => begun.length).toBe(181);
    expect(begun.indexOf(innocent)).toBeLessThan(60);
  });

  it.each([
    ['requests', ''],
    ['requests with an unknown expectation', 'Expect: something\r\n'],
  ])('are at most 64 on a connection: more %s close it, and few of them begin', async (_kind, header) => {
    const { accounts } = app.services.http;
    const checkAddress = vi.fn(accounts.checkAddress);
    const { url } = await app.withServices({ accounts: { ...accounts, checkAddress } });
    const { socket } = await openRaw(url, logIn(flood, header).repeat(400));
    await expect.poll(() => socket.destroyed).toBe(true);
    expect(checkAddress.mock.calls.length).toBeLessThan(64);
  });

  it('and wait to begin are at most 2,000 of an address, whose further connections are closed', async () => {
    const { url } = await app.withServices({});
    const clients = await Promise.all(Array.from({ length: 45 }, () => openRaw(url, '')));
    const ended = Promise.all(clients.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))));
    for (const { socket } of clients) socket.write(logIn(flood).repeat(60));
    const closed = () => clients.filter(({ socket }) => socket.destroyed).length;
    await expect.poll(closed).toBeGreaterThan(0);
    expect(closed()).toBeLessThan(20);
    for (const { socket } of clients) socket.destroy();
    await ended;
  });
});

it('a script of the reference page opens no file, however many responses with it nobody reads', async () => {
  const opened = vi.spyOn(ReadStream.prototype, '_construct' as never);
  const get = 'GET /docs/redoc.standalone.js HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const { socket, received } = await openRaw(app.url, get.repeat(20));
  await once(socket, 'data');
  socket.pause();
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(opened).not.toHaveBeenCalled();
});
