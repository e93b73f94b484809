import { expect } from 'vitest';
import { it } from '../http/shared-apps.ts';
import type { TestApp } from '../http/start-test-app.ts';
import { sendRaw } from './raw-client.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

/** A body in chunks of one byte that does not end. */
const tinyChunks = '1\r\nx\r\n'.repeat(20_000);

function head(method: string, path: string, headers = ''): string {
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}${type}\r\n`;
}

it.each([
  ['POST', '/memories', 413],
  ['POST', '/auth/login', 413],
  ['POST', '/nowhere', 404],
  ['GET', '/healthz', 200],
  ['GET', '/docs/start.js', 200],
])('a body in chunks of one byte ends the connection: %s %s', async (method, path, status) => {
  const { socket, received } = await sendRaw(app.url, head(method, path, `X-API-Key: ${app.first.key}\r\n`));
  socket.write(tinyChunks);
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it('a body of a thousand small chunks is read', async () => {
  const parts = JSON.stringify({ text: 'x'.repeat(7_900) }).match(/.{1,8}/g) ?? [];
  const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  const request = head('POST', '/memories', `X-API-Key: ${app.first.key}\r\n`);
  const { socket, received } = await sendRaw(app.url, `${request}${chunks.join('')}`);
  socket.write('0\r\n\r\n');
  await expect.poll(() => received()).not.toBe('');
  expect(received()).toMatch(/^HTTP\/1\.1 202 /);
});

it('a log-in has a short body, since nobody vouches for those who send it', async () => {
  const { email, password } = await app.register();
  const padded = (length: number) => JSON.stringify({ email, password }).padEnd(length, ' ');
  const statusOf = async (raw: string) => (await app.call({ method: 'POST', path: '/auth/login', raw })).status;
  expect(await statusOf(padded(16 * 1024))).toBe(200);
  expect(await statusOf(padded(16 * 1024 + 1))).toBe(413);
});
