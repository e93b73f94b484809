import { expect, it } from 'vitest';
import { callTool } from '../../mcp/tool-calls.ts';
import { find, untilStatus, write } from '../memory-steps.ts';
import { useClockedAccount } from '../shared-apps.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const { app, account, api, clock } = useClockedAccount({ start: noon, plan: 'enterprise' });

const asOf = (id: string, at: number) =>
  api.get(`/memories/${id}?as_of=${encodeURIComponent(new Date(at).toISOString())}`);

it('200: a memory as it was, by the millisecond; the future is now, and before it was written it is a 404', async () => {
  const messages = [{ role: 'user', content: 'first' }];
  const { memory_id: id } = (await api.post('/memories', { messages, metadata: { n: 1 } })).body;
  clock.time = noon + 10;
  await api.put(`/memories/${id}`, { text: 'second', metadata: { n: 2 } });
  clock.time = noon + 20;
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
  const createdAt = clock.time++;
  for (let n = 0; n < 50; n++) await api.put(`/memories/${id}`, { metadata: { n } });
  const response = await asOf(id, createdAt);
  expect([response.status, response.body.code]).toEqual([404, 'version_not_kept']);
  const restored = await api.post(`/memories/${id}/restore`, { version: 1 });
  expect([restored.status, restored.body.code]).toEqual([404, 'version_not_kept']);
  const { results } = (await api.get(`/memories/${id}/versions?limit=100`)).body;
  expect([results.length, results[0].version, results.at(-1).version]).toEqual([50, 51, 2]);
});

it('200: each write is a version with its writer and time, newest first; the end of ingest is none', async () => {
  const { api, session, key } = account;
  const messages = [{ role: 'user', content: 'first' }];
  const { id } = (await api.post('/memories', { messages, metadata: { n: 1 } }, { Prefer: 'wait=10' })).body;
  const second = (await session.put(`/memories/${id}`, { text: 'second', metadata: { n: 2 } })).body;
  await callTool(api, 'service_update', { memory_id: id, metadata: { n: 3 } });
  const { body } = await api.get(`/memories/${id}/versions`);
  const prefixed = { key_prefix: key.slice(0, 12) };
  const changes = [
    { changed_at: expect.any(String), changed_by: { kind: 'mcp', ...prefixed } },
    { changed_at: second.updated_at, changed_by: { kind: 'session' } },
    { changed_at: second.created_at, changed_by: { kind: 'api_key', ...prefixed } },
  ];
  const texts = [{ text: 'second' }, { text: 'second' }, { text: 'user: first', messages }];
  const results = changes.map((change, at) => ({ version: 3 - at, metadata: { n: 3 - at }, ...texts[at], ...change }));
  expect(body).toEqual({ results, next_cursor: null });
});

const restore = (id: string, version: number, headers?: Record<string, string>) =>
  api.post(`/memories/${id}/restore`, { version }, headers);

it('200: text, messages and metadata of then are a new version, which is ingested and found again', async () => {
  const messages = [{ role: 'user', content: 'The piano is in the attic' }];
  const scope = { run_id: 'restored' };
  const created = await api.post('/memories', { messages, metadata: { a: 1 }, ...scope }, { Prefer: 'wait=10' });
  const id = created.body.memory_id;
  await api.put(`/memories/${id}`, { text: 'Trains leave at noon', metadata: { a: null, b: 2 } });
  await untilStatus(api, id, 'ready');
  app.embedder.hold();
  const { status, body, headers } = await restore(id, 1);
  expect([status, headers['etag']]).toEqual([200, '"v3-5"']);
  const text = 'user: The piano is in the attic';
  expect(body).toMatchObject({ id, memory: text, messages, metadata: { a: 1 }, version: 3, status: 'pending' });
  expect(body.metadata).toEqual({ a: 1 });
  expect((await api.get(`/memories/${id}`)).body).toMatchObject({ memory: text, messages, version: 3 });
  expect(await find(api, 'trains', scope)).toEqual([]);
  expect(await find(api, 'piano', { ...scope, filters: { a: 1 } })).toEqual([id]);
  app.embedder.release();
  await untilStatus(api, id, 'ready');
  expect(await find(api, 'the musical instrument under the roof', scope)).toEqual([id]);
  const { results } = (await api.get(`/memories/${id}/versions`)).body;
  expect(results).toMatchObject([{ version: 3, text, messages }, { version: 2 }, { version: 1, text, messages }]);
  // The present version is written again, as a new one.
  expect((await restore(id, 3)).body).toMatchObject({ memory: text, version: 4, status: 'pending' });
});

it('404: a version that never was, before an If-Match is looked at', async () => {
  const id = await write(api, 'a few versions');
  const unknown = await restore(id, 2, { 'If-Match': '"v9-9"' });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'version_not_kept']);
  expect((await restore(id, Number.MAX_SAFE_INTEGER)).status).toBe(404);
});

it('429: a restore counts as a write', async () => {
  const limited = await app.register({ plan: 'enterprise', limits: { memoryWrites: 2 } });
  const id = await write(limited.api, 'counted');
  const send = () => limited.api.post(`/memories/${id}/restore`, { version: 1 });
  expect((await send()).status).toBe(200);
  const response = await send();
  expect([response.status, response.body.code]).toEqual([429, 'quota_exceeded']);
});
