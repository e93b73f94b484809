import { expect } from 'vitest';
import { write } from '../http/memory-steps.ts';
import { it, useAccount } from '../http/shared-apps.ts';
import { callTool } from '../mcp/tool-calls.ts';

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

const { api } = useAccount();

it('a repeated update shows the deleted text to nobody: the same request is a 404, another one a 409', async () => {
  const id = await write(api, 'the vault is behind the mill');
  const key = newKey();
  const update = (text = 'the vault is under the bridge') => api.put(`/memories/${id}`, { text }, key);
  const first = await update();
  const again = await update();
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotency-replayed': 'true' } });
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
