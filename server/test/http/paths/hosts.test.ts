import { describe, expect } from 'vitest';
import { sendRaw } from '../send-raw.ts';
import { it, useAccount, useTestApp } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

const { app } = useAccount();
const named = useTestApp({
  MNEMA_PUBLIC_URL: 'https://memory.example.com/',
  MNEMA_ALLOWED_HOSTS: 'box.lan, OTHER.example.com',
  MNEMA_TRUSTED_PROXIES: 'loopback',
});

const request = (of: Pick<TestApp, 'call'>, Host: string, path = '/healthz', method = 'GET') =>
  of.call({ method, path, headers: { Host } });
const raw = (...lines: string[]) => sendRaw(app.url, `${lines.join('\r\n')}\r\n\r\n`);

describe('on loopback', () => {
  it('the host of a page that made its name point here comes before everything else', async () => {
    const reads = ['/memories', '/nowhere', '/docs', '/docs/redoc.standalone.js', '/metrics'];
    const paths = [
      ...reads.map((path) => ['GET', path]),
      ['PATCH', '/memories'],
      ['POST', '/auth/login'],
      ['POST', '/mcp'],
    ];
    for (const [method, path] of paths) {
      const { status, body } = await request(app, '127.0.0.1.nip.io:8787', path as string, method);
      expect([path, status, body.code]).toEqual([path, 403, 'host_not_allowed']);
      expect(body.detail).toContain('MNEMA_ALLOWED_HOSTS');
    }
  });

  it('names of this machine and those the operator gave are let in, whatever their case and port', async () => {
    for (const host of ['app.localhost', '[::1]:8787']) expect((await request(app, host)).status, host).toBe(200);
    for (const host of ['memory.example.com', 'Memory.Example.COM:443', 'box.lan:8787', 'other.example.com']) {
      expect((await request(named, host)).status, host).toBe(200);
    }
    expect((await request(named, 'www.memory.example.com')).status).toBe(403);
    const headers = { Host: 'rebound.example.com', 'X-Forwarded-Host': 'localhost' };
    expect((await named.call({ method: 'GET', path: '/healthz', headers })).status).toBe(403);
  });

  it('a request that names no host is rejected', async () => {
    const withoutHost = await raw('GET /healthz HTTP/1.0');
    expect(withoutHost).toMatch(/^HTTP\/1\.1 403 /);
    expect(withoutHost).toContain('"code":"host_not_allowed"');
    expect(await raw('GET /healthz HTTP/1.0', 'Host: localhost')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw('GET /healthz HTTP/1.1', 'Host: ', 'Connection: close')).toMatch(/^HTTP\/1\.1 403 /);
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
        'cross-origin-opener-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'no-referrer',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('insist on HTTPS when users reach the server over HTTPS', async () => {
    expect((await request(named, 'localhost')).headers['strict-transport-security']).toMatch(/^max-age=\d{7,}$/);
    const plain = await app.withServices({ publicUrl: 'http://memory.example.com' });
    expect((await request(plain, 'localhost')).headers['strict-transport-security']).toBeUndefined();
  });
});
