import { expect } from 'vitest';
import { operations } from '../check-response.ts';
import { it } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

const get = (path: string) => app.call({ method: 'GET', path });

it('200: short Markdown that anybody may read, and every link in it leads somewhere', async () => {
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
});

it('200: names operations that the contract has', async () => {
  const { text } = await get('/llms.txt');
  const named = [...text.matchAll(/((?:[A-Z]+(?:, )?)+) (http[^\s;]+)/g)].flatMap(([, methods, url]) =>
    (methods as string).split(', ').map((method) => `${method} ${(url as string).replace(app.url, '')}`),
  );
  expect(named.length).toBeGreaterThan(6);
  const known = operations.map(({ method, path }) => `${method} ${path}`);
  expect(named.filter((one) => !known.includes(one))).toEqual([]);
});

it('200: the URL that the operator named, and the names of the tools as configured', async () => {
  const server = await app.withServices({ publicUrl: 'https://example.com/memory', mcpToolPrefix: 'notes' });
  const { text } = await server.call({ method: 'GET', path: '/llms.txt' });
  expect(text).toContain('(https://example.com/memory/mcp)');
  expect(text).toContain('notes_add');
  expect(text).not.toContain('127.0.0.1');
});
