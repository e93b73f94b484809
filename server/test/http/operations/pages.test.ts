import { expect } from 'vitest';
import { serverVersion } from '../../server-version.ts';
import { operations } from '../check-response.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app } = useAccount();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => app.call({ method, path, headers });

it.each(['application/json', '*/*', 'text/html', ''])(
  '200: describes the endpoint without a key, to Accept: %s',
  async (accept) => {
    const { status, body, headers } = await get('/mcp', { Accept: accept });
    expect([status, headers['vary']]).toEqual([200, 'Accept, Origin']);
    expect(body).toMatchObject({
      name: 'mnema',
      version: serverVersion,
      endpoint: `${app.url}/mcp`,
      protocol_versions: ['2026-07-28', '2025-11-25', '2025-06-18'],
      documentation: `${app.url}/docs`,
    });
    expect(body.tools.map(({ name }: { name: string }) => name)).toHaveLength(6);
    expect(body.authentication[0].header).toBe('X-API-Key');
  },
);

it.each([['text/event-stream'], ['application/json, text/event-stream'], ['Text/Event-Stream;q=0.1, */*']])(
  '405: allows POST to clients that want a stream: %s',
  async (accept) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await get('/mcp', { Accept: accept }, method);
      expect([response.status, response.headers['allow']]).toEqual([405, 'POST']);
    }
  },
);

it('200: leads to a server card that the catalogue of the host lists, also for other sites', async () => {
  const { body } = await get('/mcp');
  const Origin = 'https://anywhere.example';
  const catalog = await app.call({ method: 'GET', path: '/.well-known/ai-catalog.json', headers: { Origin } });
  const [entry] = JSON.parse(catalog.text).entries;
  expect(entry).toMatchObject({ type: 'application/mcp-server-card+json', url: body.server_card });
  const card = await app.call({ method: 'GET', path: new URL(entry.url).pathname, headers: { Origin } });
  const served = { 'content-type': 'application/mcp-server-card+json', 'access-control-allow-origin': '*' };
  expect(card).toMatchObject({ status: 200, headers: served });
  expect(JSON.parse(card.text)).toMatchObject({
    version: body.version,
    remotes: [{ type: 'streamable-http', url: body.endpoint, supportedProtocolVersions: body.protocol_versions }],
  });
});

it('200: the URL that the operator named, which may then be cached, and the configured names of the tools', async () => {
  const named = { publicUrl: 'https://example.com/memory', mcpToolPrefix: 'notes' };
  const served = (await app.withServices(named)).client({});
  const response = await served.get('/mcp');
  expect(response.body.endpoint).toBe('https://example.com/memory/mcp');
  expect(response.headers['cache-control']).toBe('public, max-age=300');
  expect((await get('/mcp')).headers['cache-control']).toBe('no-store');
  const { text } = await served.get('/llms.txt');
  for (const part of ['(https://example.com/memory/mcp)', 'notes_add']) expect(text).toContain(part);
  expect(text).not.toContain('127.0.0.1');
});

it('200: may load nothing from another host, and links only to files of this server, which are there', async () => {
  const { text, headers } = await get('/docs');
  const policy = headers['content-security-policy']?.split('; ') ?? [];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
  const local = ["'self'", "'none'", "'unsafe-inline'", 'data:', 'blob:'];
  const sources = policy.flatMap((part) => part.split(' ').slice(1));
  expect(sources.filter((source) => !local.includes(source))).toEqual([]);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address as string);
  const files = addresses.filter((address) => !address.startsWith('data:'));
  expect(files).toContain('docs/redoc.standalone.js');
  for (const file of files) {
    expect(file).not.toMatch(/^(\w+:|\/\/)/);
    expect((await get(`/${file}`)).status, file).toBe(200);
  }
  const starter = await (await fetch(`${app.url}/docs/start.js`)).text();
  expect(starter).toContain("'openapi.json'");
  expect(starter).not.toMatch(/https?:|\/\/\w/);
  // Left out, the page would load fonts from elsewhere.
  expect(starter).toContain('fontFamily: systemFont');
});

it('200: short Markdown that anybody may read, with links that lead somewhere and operations of the contract', async () => {
  const { status, text, headers } = await get('/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^# Mnema\n\n> /);
  expect(text.length).toBeLessThan(2_500);
  const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => link as string);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    expect(link.startsWith(`${app.url}/`), link).toBe(true);
    expect((await get(new URL(link).pathname)).status, link).toBe(200);
  }
  const named = [...text.matchAll(/((?:[A-Z]+(?:, )?)+) (http[^\s;]+)/g)].flatMap(([, methods, url]) =>
    (methods as string).split(', ').map((method) => `${method} ${(url as string).replace(app.url, '')}`),
  );
  expect(named.length).toBeGreaterThan(6);
  const known = operations.map(({ method, path }) => `${method} ${path}`);
  expect(named.filter((one) => !known.includes(one))).toEqual([]);
});

it('503: the store is unavailable; the process is alive, and so are the metrics', async () => {
  const fresh = await app.withServices({});
  app.setFault('unavailable');
  const requests = ['/healthz', '/readyz', '/metrics'].map((path) => fresh.call({ method: 'GET', path }));
  const responses = await Promise.all(requests).finally(() => app.setFault('none'));
  expect(responses.map(({ status }) => status)).toEqual([200, 503, 200]);
});

it('503: the server is stopping', async () => {
  const client = (await app.withServices({ stopping: () => true })).client({});
  expect((await client.get('/readyz')).status).toBe(503);
});
