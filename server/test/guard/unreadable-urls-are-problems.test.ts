import { expect } from 'vitest';
import { it } from '../http/shared-apps.ts';
import type { TestApp } from '../http/start-test-app.ts';
import { sendRaw } from './raw-client.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

it.each(['http://[', 'http://[::1', 'http://a:99999999/', '//[', '*'])(
  'a URL that cannot be parsed is a problem like any other: %s',
  async (target) => {
    const { received } = await sendRaw(
      app.url,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    await expect.poll(received).toMatch(/"request_id"|<\/html>/);
    expect(received()).toMatch(/^HTTP\/1\.1 404 .*X-Request-Id: .*"code":"not_found"/s);
  },
);

it('a URL that cannot be parsed does not escape the check of the host', async () => {
  const { received } = await sendRaw(app.url, 'GET http://[ HTTP/1.1\r\nHost: rebound.example.com\r\n\r\n');
  await expect.poll(() => received()).not.toBe('');
  expect(received()).toMatch(/^HTTP\/1\.1 403 /);
});

it.each([
  ['http://localhost/memories?limit=1', 200],
  ['HTTP://elsewhere.example.com:80?limit=1', 404],
  ['http://localhost/memories?limit=none', 400],
])('a whole URL with a query is served like its path: %s', async (target, status) => {
  const { received } = await sendRaw(
    app.url,
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${app.first.key}\r\nConnection: close\r\n\r\n`,
  );
  await expect.poll(() => received()).not.toBe('');
  expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});
