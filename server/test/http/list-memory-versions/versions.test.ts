import { expect } from 'vitest';
import { callTool } from '../../mcp/tool-calls.ts';
import { write, writeReady } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { TestAccount, TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register({ plan: 'enterprise' });
});

it('200: a new memory has its first version only, with who wrote it', async () => {
  const { api, session, key } = account;
  const byKey = await write(api, 'by key', { metadata: { a: 1 } });
  const { body, status } = await api.get(`/memories/${byKey}/versions`);
  const memory = (await api.get(`/memories/${byKey}`)).body;
  const changed_by = { kind: 'api_key', key_prefix: key.slice(0, 12) };
  const first = { version: 1, text: 'by key', metadata: { a: 1 }, changed_at: memory.created_at, changed_by };
  expect([status, body]).toEqual([200, { results: [first], next_cursor: null }]);
  const messages = [{ role: 'user', content: 'by session' }];
  const { memory_id } = (await session.post('/memories', { messages })).body;
  const [only] = (await api.get(`/memories/${memory_id}/versions`)).body.results;
  expect(only).toMatchObject({ text: 'user: by session', messages, changed_by: { kind: 'session' } });
  expect(only.changed_by).not.toHaveProperty('key_prefix');
});

it('200: each update is a version with its writer and time, newest first; the end of ingest is none', async () => {
  const { api, session, key } = account;
  const id = await writeReady(api, 'first');
  const second = (await session.put(`/memories/${id}`, { text: 'second', metadata: { n: 2 } })).body;
  await callTool(api, 'service_update', { memory_id: id, metadata: { n: 3 } });
  const { body } = await api.get(`/memories/${id}/versions`);
  const mcp = { kind: 'mcp', key_prefix: key.slice(0, 12) };
  expect(body.results).toMatchObject([
    { version: 3, text: 'second', metadata: { n: 3 }, changed_by: mcp },
    { version: 2, text: 'second', metadata: { n: 2 }, changed_at: second.updated_at, changed_by: { kind: 'session' } },
    { version: 1, text: 'first', metadata: {}, changed_at: second.created_at },
  ]);
  expect(body.next_cursor).toBeNull();
});

it('200: pages follow the cursor, also while others write, and repeat and skip nothing', async () => {
  const { api } = account;
  const id = await write(api, 'paged');
  const update = () => api.put(`/memories/${id}`, { metadata: { at: crypto.randomUUID() } });
  for (let n = 0; n < 4; n++) await update();
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/memories/${id}/versions?limit=2${cursor}`);
    seen.push(...body.results.map(({ version }: { version: number }) => version));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
    await update();
  }
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  const one = await api.get(`/memories/${id}/versions?limit=1`);
  expect(one.body).toMatchObject({ results: [{ version: 7 }], next_cursor: expect.any(String) });
});

it('400: an unknown cursor', async () => {
  const { api } = account;
  const id = await write(api, 'paged');
  const { status, body } = await api.get(`/memories/${id}/versions?cursor=bm90aGluZw`);
  expect([status, body.errors[0].path]).toEqual([400, '/query/cursor']);
});

it('404: the versions are gone with their memory', async () => {
  const { api } = account;
  const id = await write(api, 'gone');
  await api.put(`/memories/${id}`, { text: 'changed' });
  await api.delete(`/memories/${id}`);
  expect((await api.get(`/memories/${id}/versions`)).status).toBe(404);
});
