import { expect } from 'vitest';
import { write, writeFailed } from '../http/memory-steps.ts';
import { it } from '../http/shared-apps.ts';
import type { Client, TestApp } from '../http/start-test-app.ts';
import { callTool, rpc } from '../mcp/tool-calls.ts';

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

let app: TestApp;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  ({ api } = await app.register({ plan: 'enterprise' }));
});

it('a repeated update shows the deleted text to nobody: the same request is a 404, another one a 409', async () => {
  const id = await write(api, 'the vault is behind the mill');
  const key = newKey();
  const update = (text = 'the vault is under the bridge') => api.put(`/memories/${id}`, { text }, key);
  const first = await update();
  const again = await update();
  expect([again.status, again.text]).toEqual([200, first.text]);
  await api.delete(`/memories/${id}`);
  const afterDelete = await update();
  expect([afterDelete.status, afterDelete.body.code]).toEqual([404, 'not_found']);
  expect(afterDelete.text).not.toContain('bridge');
  expect((await update('another text')).status).toBe(409);
});

it('a repeated update over MCP shows the deleted text to nobody', async () => {
  const memory_id = await write(api, 'the vault is behind the mill');
  const key = newKey();
  const update = (memory = 'Vault:\n1) It is under the bridge.') =>
    callTool(api, 'service_update', { memory_id, memory }, key);
  expect(await update()).toEqual(await update());
  await api.delete(`/memories/${memory_id}`);
  const afterDelete = await update();
  expect(afterDelete).toMatchObject({ isError: true, text: expect.stringMatching(/^not_found: /) });
  expect(afterDelete.text).not.toContain('bridge');
  expect((await update('another text')).text).toMatch(/^idempotency_key_reused: /);
});

it('a repeated MCP write whose response corrects the text shows it to nobody after the deletion', async () => {
  const key = newKey();
  const add = () => callTool(api, 'service_add', { memory: '- the vault is under the bridge', wait: 0 }, key);
  const { data } = await add();
  expect(data.fixed).toContain('bridge');
  await api.delete(`/memories/${data.memory_id}`);
  expect(JSON.stringify(await add())).not.toContain('bridge');
});

it('responses without a text are repeated after the deletion, and each says that it is a repetition', async () => {
  const [key, deletion] = [newKey(), newKey()];
  const create = () => api.post('/memories', { text: 'written once' }, key);
  const first = await create();
  const path = `/memories/${first.body.memory_id}`;
  const deleted = await api.delete(path, deletion);
  for (const one of [first, deleted]) expect(one.headers).not.toHaveProperty('idempotency-replayed');
  const again = await create();
  const deletedAgain = await api.delete(path, deletion);
  expect([again.status, again.text]).toEqual([202, first.text]);
  expect([deletedAgain.status, deletedAgain.text]).toEqual([200, deleted.text]);
  for (const one of [again, deletedAgain]) expect(one.headers['idempotency-replayed']).toBe('true');
});

it('a repeated write, retry or MCP write shows the metadata to nobody after the deletion, and is the same otherwise', async () => {
  const metadata = { colour: 'ochre' };
  const [key, retryKey, mcpKey] = [newKey(), newKey(), newKey()];
  const create = () => api.post('/memories', { text: 'written once', metadata }, key);
  const add = () => callTool(api, 'service_add', { memory: 'Tea:\n1) Without sugar.', metadata, wait: 0 }, mcpKey);
  const failed = await writeFailed(app, api, 'the pangolin is unembeddable');
  await api.put(`/memories/${failed}`, { metadata });
  const retry = () => api.post(`/memories/${failed}/retry`, undefined, retryKey);
  const [created, retried, added] = [await create(), await retry(), await add()];
  expect(added.data.metadata).toMatchObject(metadata);
  for (const id of [created.body.memory_id, failed, added.data.memory_id]) await api.delete(`/memories/${id}`);
  for (const [first, again] of [
    [created, await create()],
    [retried, await retry()],
  ] as const) {
    expect(first.body).toMatchObject({ metadata });
    expect([again.status, again.body]).toEqual([202, { ...first.body, metadata: {} }]);
  }
  const addedAgain = await add();
  expect(addedAgain.data).toEqual({ ...added.data, metadata: {} });
  expect(addedAgain.text).not.toContain('ochre');
});

it('the result of a repeated tool call says that it is a repetition', async () => {
  const key = newKey();
  const params = { name: 'service_add', arguments: { memory: 'Tea:\n1) Without sugar.', wait: 0 } };
  const add = async () => (await rpc(api, 'tools/call', params, key)).body.result;
  expect(await add()).not.toHaveProperty('_meta');
  expect((await add())._meta).toEqual({ 'mnema/idempotency-replayed': true });
});
