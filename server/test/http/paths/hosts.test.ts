import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let named: TestApp;
beforeAll(async () => {
  [app, named] = await Promise.all([
    startTestApp(),
    startTestApp({
      MNEMA_PUBLIC_URL: 'https://memory.example.com/',
      MNEMA_ALLOWED_HOSTS: 'box.lan, OTHER.example.com',
    }),
  ]);
});
afterAll(() => Promise.all([app.close(), named.close()]));

const request = (of: Pick<TestApp, 'call'>, Host: string, path = '/healthz', method = 'GET') =>
  of.call({ method, path, headers: { Host } });

/** Resolves to the response of the server to exactly these lines. */
async function raw(lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('on loopback', () => {
  it.each([
    'rebound.example.com',
    'localhost.example.com',
    '127.0.0.1.nip.io:8787',
    '192.168.1.20',
    '0.0.0.0',
    'memory.example.com',
  ])('a web page that made %s point here gets nowhere', async (host) => {
    const response = await request(app, host, '/memories');
    expect([response.status, response.body.code]).toEqual([403, 'host_not_allowed']);
    expect(response.body.detail).toContain('MNEMA_ALLOWED_HOSTS');
  });

  it.each(['localhost', 'localhost:3000', 'app.localhost', '127.0.0.1:1', '127.8.9.10', '[::1]:8787'])(
    '%s is this machine',
    async (host) => expect((await request(app, host)).status).toBe(200),
  );

  it('the host comes before everything else: path, method, credential, page', async () => {
    const paths = [
      ['GET', '/nowhere'],
      ['PATCH', '/memories'],
      ['POST', '/auth/login'],
      ['GET', '/docs'],
      ['GET', '/docs/redoc.standalone.js'],
      ['GET', '/metrics'],
    ] as const;
    for (const [method, path] of paths) {
      const { status, body } = await request(app, 'rebound.example.com', path, method);
      expect([path, status, body.code]).toEqual([path, 403, 'host_not_allowed']);
    }
  });

  it('names the operator gave are let in, whatever their case and port', async () => {
    for (const host of ['memory.example.com', 'Memory.Example.COM:443', 'box.lan:8787', 'other.example.com']) {
      expect((await request(named, host)).status, host).toBe(200);
    }
    expect((await request(named, 'www.memory.example.com')).status).toBe(403);
  });

  it('a request that names no host, or two, is rejected', async () => {
    const withoutHost = await raw(['GET /healthz HTTP/1.0']);
    expect(withoutHost).toMatch(/^HTTP\/1\.1 403 /);
    expect(withoutHost).toContain('"code":"host_not_allowed"');
    expect(await raw(['GET /healthz HTTP/1.0', 'Host: localhost'])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(['GET /healthz HTTP/1.1', 'Host: ', 'Connection: close'])).toMatch(/^HTTP\/1\.1 403 /);
    expect(await raw(['GET /healthz HTTP/1.1', 'Connection: close'])).toMatch(/^HTTP\/1\.1 400 /);
    const two = await raw(['GET /healthz HTTP/1.1', 'Host: evil.example', 'Host: localhost', 'Connection: close']);
    expect(two).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  it('X-Forwarded-Host opens nothing', async () => {
    const behind = await startTestApp({ MNEMA_TRUSTED_PROXIES: 'loopback' });
    const headers = { Host: 'rebound.example.com', 'X-Forwarded-Host': 'localhost' };
    expect((await behind.call({ method: 'GET', path: '/healthz', headers })).status).toBe(403);
    await behind.close();
  });
});

it('off loopback every host is welcome: the name is not what protects the server there', async () => {
  const server = await app.withServices({ isLoopback: false });
  expect((await request(server, 'anything.example.com')).status).toBe(200);
});

describe('headers for browsers', () => {
  it('no response may be shown, framed, sniffed or read by another origin', async () => {
    const origin = { Origin: 'https://evil.example' };
    for (const path of ['/healthz', '/memories', '/nowhere', '/openapi.json', '/docs/redoc.standalone.js']) {
      const { headers } = await app.call({ method: 'GET', path, headers: origin });
      expect(headers, path).toMatchObject({
        'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('the reference page may run its own scripts, and no page may frame it', async () => {
    const { headers } = await app.call({ method: 'GET', path: '/docs' });
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('insist on HTTPS when users reach the server over HTTPS', async () => {
    expect((await request(named, 'localhost')).headers['strict-transport-security']).toMatch(/^max-age=\d{7,}$/);
    const plain = await startTestApp({ MNEMA_PUBLIC_URL: 'http://memory.example.com' });
    expect((await request(plain, 'localhost')).headers['strict-transport-security']).toBeUndefined();
    await plain.close();
  });
});
