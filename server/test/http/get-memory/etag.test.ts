import { expect } from 'vitest';
import { untilStatus, write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  ({ api } = await app.register({ plan: 'enterprise' }));
});

it('304: until ingest ends or the memory changes; then 200 with another ETag', async () => {
  app.embedder.hold();
  const id = await write(api, 'The ferry leaves at nine');
  const read = (tag: string) => api.get(`/memories/${id}`, { 'If-None-Match': tag });
  const pending = (await api.get(`/memories/${id}`)).headers['etag'] as string;
  expect(pending).toMatch(/^"v1-\d+"$/);
  const unchanged = await read(pending);
  expect([unchanged.status, unchanged.text, unchanged.headers['etag']]).toEqual([304, '', pending]);
  app.embedder.release();
  const { headers } = await untilStatus(api, id, 'ready');
  const ready = headers['etag'] as string;
  expect(ready).toMatch(/^"v1-\d+"$/);
  expect((await read(pending)).body.status).toBe('ready');
  for (const tag of [ready, `W/${ready}`, `"another", ${ready}`, '*']) expect((await read(tag)).status).toBe(304);
  const updated = await api.put(`/memories/${id}`, { metadata: { n: 1 } });
  expect(updated.headers['etag']).toMatch(/^"v2-\d+"$/);
  expect((await read(ready)).status).toBe(200);
  expect((await read(updated.headers['etag'] as string)).status).toBe(304);
});

it('404: a missing memory, whatever If-None-Match says', async () => {
  const { status } = await api.get('/memories/mem_00000000000000000000000000', { 'If-None-Match': '*' });
  expect(status).toBe(404);
});
