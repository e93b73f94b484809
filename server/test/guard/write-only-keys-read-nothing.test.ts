import { expect } from 'vitest';
import { write, writeFailed } from '../http/memory-steps.ts';
import { it, useAccount } from '../http/shared-apps.ts';
import type { Client } from '../http/start-test-app.ts';
import { callTool } from '../mcp/tool-calls.ts';

const minimal = { Prefer: 'return=minimal' };

const { app, account } = useAccount();
let writer: Client;
it.beforeAll(async () => {
  writer = app.client({ 'X-API-Key': (await app.createKey(account, { scopes: ['write'] })).key });
});

it('an update or a restore by a key that may not read is a 403 that names the header it needs, and changes nothing', async () => {
  const id = await write(account.api, 'the vault is behind the mill');
  const update = { metadata: { seen: true } };
  const sent = [writer.put(`/memories/${id}`, update), writer.post(`/memories/${id}/restore`, { version: 1 })];
  for (const rejected of await Promise.all(sent)) {
    expect([rejected.status, rejected.body.code]).toEqual([403, 'insufficient_scope']);
    expect(rejected.body.detail).toContain('Prefer: return=minimal');
    expect(rejected.text).not.toContain('vault');
  }
  expect((await account.api.get(`/memories/${id}`)).body.version).toBe(1);
  const missing = await writer.put('/memories/mem_00000000000000000000000000', update);
  expect(missing.status).toBe(403);
});

it('with that header it is a 204 with the version as ETag and no body, for any credential', async () => {
  const id = await write(account.api, 'the vault is behind the mill');
  const update = (client: Client, n: number) => client.put(`/memories/${id}`, { metadata: { n } }, minimal);
  for (const [at, client] of [writer, account.api, account.session].entries()) {
    const { status, text, headers } = await update(client, at);
    const etag = expect.stringMatching(`^"v${at + 2}-[12]"$`);
    expect([status, text, headers['etag']]).toEqual([204, '', etag]);
  }
  expect((await account.api.get(`/memories/${id}`)).body).toMatchObject({ version: 4, metadata: { n: 2 } });
});

it('an Idempotency-Key finds no response that another credential got', async () => {
  const id = await write(account.api, 'the vault is behind the mill');
  const key = { 'Idempotency-Key': crypto.randomUUID(), ...minimal };
  const tags = [];
  for (const client of [account.api, account.api, writer, writer, account.session, account.session]) {
    const { status, headers } = await client.put(`/memories/${id}`, { metadata: { same: true } }, key);
    expect(status).toBe(204);
    tags.push(`${headers['etag']?.slice(0, 3)} ${headers['idempotency-replayed'] ?? 'first'}`);
  }
  expect(tags).toEqual(['"v2 first', '"v2 true', '"v3 first', '"v3 true', '"v4 first', '"v4 true']);
  const create = (client: Client) => client.post('/memories', { text: 'same' }, { ...key, 'Idempotency-Key': 'k' });
  expect((await create(account.api)).body.memory_id).not.toBe((await create(writer)).body.memory_id);
});

it('the response to a retry, and its repetition, show the metadata only to a credential that may read', async () => {
  const metadata = { colour: 'ochre' };
  const retry = async (client: Client) => {
    const id = await writeFailed(app, account.api, 'the pangolin is unembeddable');
    await account.api.put(`/memories/${id}`, { metadata });
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const send = () => client.post(`/memories/${id}/retry`, undefined, key);
    return { id, responses: [await send(), await send()] };
  };
  const { id, responses } = await retry(writer);
  for (const { status, body } of responses) {
    expect([status, body]).toEqual([
      202,
      { id, memory_id: id, status: 'pending', metadata: {}, created_at: expect.any(String) },
    ]);
  }
  expect(responses[1]?.headers['idempotency-replayed']).toBe('true');
  for (const { body } of (await retry(account.api)).responses) expect(body).toMatchObject({ metadata });
});

it('an update over MCP shows neither text nor metadata to a key that may not read', async () => {
  const memory_id = await write(account.api, 'the vault is behind the mill', { metadata: { colour: 'ochre' } });
  const updated = await callTool(writer, 'service_update', { memory_id, metadata: { n: 1 } });
  expect(updated).toMatchObject({ isError: false, data: { memory: null, metadata: null, version: 2 } });
  expect(JSON.stringify(updated)).not.toMatch(/vault|ochre/);
  const shown = await callTool(account.api, 'service_update', { memory_id, metadata: { n: 2 } });
  expect(shown.data).toMatchObject({ memory: 'the vault is behind the mill', metadata: { colour: 'ochre', n: 2 } });
});

it('an update beyond the limit of metadata is the same error whatever the size of what is stored', async () => {
  const errorBeside = async (characters: number) => {
    const id = await write(account.api, 'the vault is behind the mill', {
      metadata: { hidden: 'x'.repeat(characters) },
    });
    const update = { metadata: { mine: 'y'.repeat(10_000) } };
    const rejected = await writer.put(`/memories/${id}`, update, minimal);
    const overMcp = await callTool(writer, 'service_update', { memory_id: id, ...update });
    expect([rejected.status, overMcp.isError]).toEqual([400, true]);
    return [rejected.body.detail, rejected.body.errors, overMcp.text];
  };
  expect(await errorBeside(7_000)).toEqual(await errorBeside(8_000));
});
