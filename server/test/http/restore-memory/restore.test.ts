import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../make-index.ts';
import { makePendingMemory } from '../../make-memory.ts';
import { insertMemory, unlimited } from '../../store-steps.ts';
import { find, untilStatus, write, writeReady } from '../memory-steps.ts';
import { type Client, startTestApp, type TestAccount, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
let api: Client;
beforeAll(async () => {
  app = await startTestApp();
  account = await app.register({ plan: 'enterprise' });
  ({ api } = account);
});
afterAll(() => app.close());

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
});

it('200: the present version is written again, as a new one', async () => {
  const id = await writeReady(api, 'once more');
  expect((await restore(id, 1)).body).toMatchObject({ memory: 'once more', version: 2, status: 'pending' });
});

it('200: with the same Idempotency-Key it is written once, and its response is repeated with its ETag', async () => {
  const id = await writeReady(api, 'restored once');
  await api.put(`/memories/${id}`, { text: 'changed' });
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await restore(id, 1, key);
  await untilStatus(api, id, 'ready');
  const again = await restore(id, 1, key);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect([again.headers['idempotency-replayed'], again.headers['etag']]).toEqual(['true', first.headers['etag']]);
  expect((await api.get(`/memories/${id}`)).body.version).toBe(3);
});

it('404: a repeated restore of a memory that was deleted', async () => {
  const id = await write(api, 'restored once');
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  expect((await restore(id, 1, key)).status).toBe(200);
  await api.delete(`/memories/${id}`);
  expect((await restore(id, 1, key)).status).toBe(404);
});

it('404: a version that never was, before an If-Match is looked at', async () => {
  const id = await write(api, 'a few versions');
  const unknown = await restore(id, 2, { 'If-Match': '"v9-9"' });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'version_not_kept']);
  expect((await restore(id, Number.MAX_SAFE_INTEGER)).status).toBe(404);
});

it('412: the version of If-Match was replaced, and nothing is written', async () => {
  const id = await write(api, 'contended');
  await api.put(`/memories/${id}`, { text: 'changed' });
  const response = await restore(id, 1, { 'If-Match': '"v1-1"' });
  expect([response.status, response.body.code]).toEqual([412, 'precondition_failed']);
  expect((await api.get(`/memories/${id}`)).body).toMatchObject({ version: 2, memory: 'changed' });
  expect((await restore(id, 1, { 'If-Match': '"v2-1"' })).status).toBe(200);
});

it('422: a version with what may not be stored any more', async () => {
  const { store, clock } = app.services.http;
  const now = clock.now();
  const secret = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
  const ids = { id: app.services.http.identifiers.memory(), accountId: account.id, userId: account.id };
  const memory = makePendingMemory(`the token is ${secret}`, now, ids);
  await insertMemory(store, memory, makeIndex(['token']), unlimited);
  await api.put(`/memories/${memory.id}`, { text: 'harmless' });
  const response = await restore(memory.id, 1);
  expect([response.status, response.body.code]).toEqual([422, 'sensitive_content']);
  expect(response.body.errors[0]).toMatchObject({ path: '/body/version', message: expect.stringContaining('text') });
  expect(response.text).not.toContain(secret);
});

it('429: a restore counts as a write, and a repeated one does not', async () => {
  const limited = await app.register({ plan: 'enterprise' });
  await app.services.records.run(limited.id, 'updateAccount', {
    accountId: limited.id,
    changes: { limits: { memoryWrites: 2 } },
  });
  const id = await write(limited.api, 'counted');
  const send = (headers?: Record<string, string>) =>
    limited.api.post(`/memories/${id}/restore`, { version: 1 }, headers);
  const key = { 'Idempotency-Key': 'restore' };
  expect((await send(key)).status).toBe(200);
  const response = await send();
  expect([response.status, response.body.code]).toEqual([429, 'quota_exceeded']);
  expect((await send(key)).headers['idempotency-replayed']).toBe('true');
});
