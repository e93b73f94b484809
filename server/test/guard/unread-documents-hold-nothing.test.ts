import { once } from 'node:events';
import { ReadStream } from 'node:fs';
import { expect, vi } from 'vitest';
import { it } from '../http/shared-apps.ts';
import type { TestApp } from '../http/start-test-app.ts';
import { sendRaw } from './raw-client.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

const script = '/docs/redoc.standalone.js';

it('responses with a script of the reference page open no file, however many of them nobody reads', async () => {
  const opened = vi.spyOn(ReadStream.prototype, '_construct' as never);
  const request = `GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const { socket, received } = await sendRaw(app.url, request.repeat(20));
  await once(socket, 'data');
  socket.pause();
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(opened).not.toHaveBeenCalled();
});

it('a script of the reference page is a whole document, and not sent to those who have it', async () => {
  const response = await fetch(`${app.url}${script}`);
  const etag = response.headers.get('etag') ?? '';
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect((await response.text()).length).toBeGreaterThan(500_000);
  const known = await fetch(`${app.url}${script}`, { headers: { 'If-None-Match': etag } });
  expect([known.status, (await known.text()).length]).toEqual([304, 0]);
  const head = await fetch(`${app.url}${script}`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
