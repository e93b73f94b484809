import { expect } from 'vitest';
import { it, useAccount } from '../http/shared-apps.ts';

const { app, api } = useAccount();
const search = { name: 'service_search', arguments: { query: 'harbour' } };
const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: search };
const from = (Origin: string, more: Record<string, string> = {}) => api.post('/mcp', request, { Origin, ...more });

it.each([
  'https://evil.example',
  'null',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example:8787',
  ...['file://', 'chrome-extension://abcdef', 'nonsense', 'http://localhost\\evil.example'],
  ...['http://localhost@evil.example', 'HTTP://LOCALHOST', 'http://localhost/', 'http://2130706433', ''],
])('pages of the origin "%s" are rejected with 403, before anything else', async (origin) => {
  for (const response of [
    await from(origin),
    await app.call({ method: 'POST', path: '/mcp', headers: { Origin: origin }, body: request }),
    await app.call({ method: 'GET', path: '/mcp', headers: { Origin: origin } }),
  ]) {
    expect([response.status, response.body.code]).toEqual([403, 'origin_not_allowed']);
  }
});

it.each(['http://127.0.0.1:8787', 'http://localhost:6274', 'https://[::1]:4000'])(
  'pages of this machine may call: %s',
  async (origin) => {
    expect((await from(origin)).status).toBe(200);
  },
);

it('pages of the public URL and of the allowed hosts may call', async () => {
  const publicUrl = 'https://memory.example.com';
  const served = await app.withServices({ publicUrl, allowedHosts: ['tools.example.com'] });
  const status = async (Origin: string) =>
    (await served.client({ ...api.headers, Origin }).post('/mcp', request)).status;
  expect(await status(publicUrl)).toBe(200);
  expect(await status('https://tools.example.com')).toBe(200);
  expect(await status('https://other.example.com')).toBe(403);
});

const preflight = (headers: Record<string, string>) => app.call({ method: 'OPTIONS', path: '/mcp', headers });
const allowed = 'http://localhost:6274';

it('pages of this machine learn from a preflight, which carries no key, what they may send', async () => {
  const wanted = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-api-key',
  };
  const response = await preflight({ Origin: allowed, ...wanted });
  const granted = { 'access-control-allow-origin': allowed, 'access-control-allow-methods': 'GET, POST' };
  expect(response).toMatchObject({ status: 204, text: '', headers: { ...granted, vary: 'Origin' } });
  const headers = response.headers['access-control-allow-headers']?.toLowerCase().split(', ');
  const needed = ['content-type', 'x-api-key', 'authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
  expect(headers).toEqual(expect.arrayContaining(needed));
  expect(response.headers['access-control-allow-credentials']).toBeUndefined();
});

it('pages that may call can read the responses, rejections too, and no others can', async () => {
  const responses = [
    await from(allowed),
    await app.call({ method: 'POST', path: '/mcp', headers: { Origin: allowed }, body: request }),
    await app.call({ method: 'GET', path: '/mcp', headers: { Origin: allowed } }),
  ];
  for (const { headers } of responses) {
    expect(headers['access-control-allow-origin']).toBe(allowed);
    expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    expect(headers['vary']).toContain('Origin');
  }
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 200]);
  for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }] as Record<string, string>[]) {
    const rejected = await preflight({ ...headers, 'Access-Control-Request-Method': 'POST' });
    expect([rejected.status, rejected.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  }
  const plain = await preflight({});
  expect([plain.status, plain.headers['access-control-allow-origin']]).toEqual([204, undefined]);
  expect((await api.post('/mcp', request)).headers['access-control-allow-origin']).toBeUndefined();
});
