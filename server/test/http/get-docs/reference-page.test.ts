import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

const get = (path: string) => app.call({ method: 'GET', path });

it('200: may load nothing from another host, by its policy', async () => {
  const { headers } = await get('/docs');
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((part) => {
      const [directive = '', ...sources] = part.split(' ');
      return [directive, sources] as const;
    }),
  );
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  const local = ["'self'", "'none'", "'unsafe-inline'", 'data:', 'blob:'];
  expect([...policy.values()].flat().filter((source) => !local.includes(source))).toEqual([]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
});

it('200: links to nothing but files of this server, which are there', async () => {
  const { text, headers } = await get('/docs');
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

it('200: is not served as a file, which would lack the policy', async () => {
  for (const path of ['/docs/index.html', '/docs/%69ndex.html']) expect((await get(path)).status, path).toBe(404);
  expect((await get('/docs')).status).toBe(200);
});
