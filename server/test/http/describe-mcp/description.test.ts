import { expect } from 'vitest';
import { serverVersion } from '../../server-version.ts';
import { it } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

const get = (headers: Record<string, string> = {}, method = 'GET') => app.call({ method, path: '/mcp', headers });

it.each([['application/json'], ['*/*'], ['text/html'], ['']])(
  '200: describes the endpoint without a key, to Accept: %s',
  async (accept) => {
    const { status, body, headers } = await get({ Accept: accept });
    expect([status, headers['vary']]).toEqual([200, 'Accept, Origin']);
    expect(body).toMatchObject({
      name: 'mnema',
      version: serverVersion,
      endpoint: `${app.url}/mcp`,
      protocol_versions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
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
      const response = await get({ Accept: accept }, method);
      expect([response.status, response.headers['allow']]).toEqual([405, 'POST']);
    }
  },
);

it('200: leads to a server card that the catalogue of the host lists, also for other sites', async () => {
  const { body } = await get();
  const Origin = 'https://anywhere.example';
  const catalog = await app.call({ method: 'GET', path: '/.well-known/ai-catalog.json', headers: { Origin } });
  const [entry] = JSON.parse(catalog.text).entries;
  expect(entry).toMatchObject({ type: 'application/mcp-server-card+json', url: body.server_card });
  const card = await app.call({ method: 'GET', path: new URL(entry.url).pathname, headers: { Origin } });
  expect([card.status, card.headers['content-type'], card.headers['access-control-allow-origin']]).toEqual([
    200,
    'application/mcp-server-card+json',
    '*',
  ]);
  expect(JSON.parse(card.text)).toMatchObject({
    version: body.version,
    remotes: [{ type: 'streamable-http', url: body.endpoint, supportedProtocolVersions: body.protocol_versions }],
  });
});

it('200: the URL that the operator named, which may then be cached', async () => {
  const served = await app.withServices({ publicUrl: 'https://example.com/memory' });
  const response = await served.call({ method: 'GET', path: '/mcp' });
  expect(response.body.endpoint).toBe('https://example.com/memory/mcp');
  expect(response.headers['cache-control']).toBe('public, max-age=300');
  expect((await get()).headers['cache-control']).toBe('no-store');
});
