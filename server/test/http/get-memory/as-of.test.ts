import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilStatus } from '../memory-steps.ts';
import { type Client, startTestApp, type TestApp } from '../start-test-app.ts';

const noon = Date.UTC(2026, 10, 21, 12);
let now = noon;
let app: TestApp;
let api: Client;
beforeAll(async () => {
  app = await startTestApp({}, { clock: { now: () => now } });
  ({ api } = app.first);
});
afterAll(() => app.close());

const asOf = (id: string, at: number) =>
  api.get(`/memories/${id}?as_of=${encodeURIComponent(new Date(at).toISOString())}`);

it('200: a memory as it was, by the millisecond; the future is now, and before it was written it is a 404', async () => {
  const messages = [{ role: 'user', content: 'first' }];
  const { memory_id: id } = (await api.post('/memories', { messages, metadata: { n: 1 } })).body;
  now = noon + 10;
  await api.put(`/memories/${id}`, { text: 'second', metadata: { n: 2 } });
  now = noon + 20;
  await api.put(`/memories/${id}`, { metadata: { n: 3 } });
  const present = await untilStatus(api, id, 'ready');
  for (const after of [20, 21, 86_400_000]) {
    const { body, headers } = await asOf(id, noon + after);
    expect([body, headers['etag']]).toEqual([present.body, present.headers['etag']]);
  }
  const created_at = new Date(noon).toISOString();
  const then = { id, status: 'ready', outcome: 'stored', created_at };
  for (const after of [0, 9]) {
    const { body, headers } = await asOf(id, noon + after);
    expect(body).toMatchObject({ ...then, memory: 'user: first', messages, metadata: { n: 1 }, version: 1 });
    expect([body.updated_at, headers['etag']]).toEqual([created_at, '"v1-0"']);
  }
  for (const after of [10, 19]) {
    const { body } = await asOf(id, noon + after);
    expect(body).toMatchObject({ ...then, memory: 'second', metadata: { n: 2 }, version: 2 });
    expect(body).not.toHaveProperty('messages');
  }
  const before = await asOf(id, noon - 1);
  expect([before.status, before.body.code]).toEqual([404, 'not_found']);
});

it('404: a version that is not kept', async () => {
  const { memory_id: id } = (await api.post('/memories', { text: 'many versions' })).body;
  const createdAt = now++;
  for (let n = 0; n < 50; n++) await api.put(`/memories/${id}`, { metadata: { n } });
  const response = await asOf(id, createdAt);
  expect([response.status, response.body.code]).toEqual([404, 'version_not_kept']);
  const restored = await api.post(`/memories/${id}/restore`, { version: 1 });
  expect([restored.status, restored.body.code]).toEqual([404, 'version_not_kept']);
  const { results } = (await api.get(`/memories/${id}/versions?limit=100`)).body;
  expect([results.length, results[0].version, results.at(-1).version]).toEqual([50, 51, 2]);
});

it('400: a day that no month has', async () => {
  const { status, body } = await api.get('/memories/mem_x?as_of=2026-02-30T00:00:00Z');
  expect([status, body.errors[0].path]).toEqual([400, '/query/as_of']);
});
