import { expect } from 'vitest';
import { write } from '../http/memory-steps.ts';
import { it } from '../http/shared-apps.ts';
import type { TestAccount, TestApp } from '../http/start-test-app.ts';
import { callTool } from '../mcp/tool-calls.ts';

/** The scan rejects this text, so a response other than that rejection shows that there was no scan. */
const text = `the key is ${['sk', 'live', 'a1B2c3D4e5F6g7H8i9J0k1L2'].join('_')}`;
const unknownId = 'mem_00000000000000000000000000';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register({ plan: 'enterprise' });
});

it('an update of a memory that is missing, deleted or of another account is a 404 before its text is scanned', async () => {
  const { api } = account;
  const deleted = await write(api, 'deleted');
  await api.delete(`/memories/${deleted}`);
  const other = await write((await app.register()).api, 'of another account');
  for (const id of [unknownId, deleted, other]) expect((await api.put(`/memories/${id}`, { text })).status).toBe(404);
  const present = await write(api, 'present');
  expect((await api.put(`/memories/${present}`, { text })).status).toBe(422);
});

it('an update over MCP of a missing memory, or one of another end user, is a miss before its text is scanned', async () => {
  const { api } = account;
  const ofAda = (await callTool(api, 'service_add', { memory: 'of Ada', user_id: 'ada', wait: 0 })).data.memory_id;
  const update = async (memory_id: string, user: object = {}) =>
    (await callTool(api, 'service_update', { memory_id, memory: text, ...user })).text;
  expect(await update(unknownId)).toMatch(/^not_found: /);
  expect(await update(ofAda)).toMatch(/^not_found: /);
  expect(await update(ofAda, { user_id: 'ada' })).toMatch(/^sensitive_content: /);
});

it('an Idempotency-Key of another write is a conflict although the memory is missing', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  await account.api.post('/memories', { text: 'the first write with the key' }, key);
  const reused = await account.api.put(`/memories/${unknownId}`, { text: 'another write' }, key);
  expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused']);
});

it('a memory that is deleted after it was found is a 404, and the update writes nothing', async () => {
  const id = await write(account.api, 'deleted meanwhile');
  const { store } = app.services.http;
  const deletesOnceFound: typeof store = Object.assign(Object.create(store), {
    async get(...of: Parameters<typeof store.get>) {
      const found = await store.get(...of);
      await account.api.delete(`/memories/${id}`);
      return found;
    },
  });
  const { call } = await app.withServices({ store: deletesOnceFound });
  const { headers } = account.api;
  const late = await call({ method: 'PUT', path: `/memories/${id}`, headers, body: { text: 'too late' } });
  expect([late.status, late.body.code]).toEqual([404, 'not_found']);
  expect((await account.api.get(`/memories/${id}`)).status).toBe(404);
});
