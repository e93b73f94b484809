import { describe, expect, it } from 'vitest';
import { until } from '../http/memory-steps.ts';
import { callTool, done, rpc } from './tool-calls.ts';
import { text, useToolAccount } from './use-tool-account.ts';

/** Made up here, so that no file holds anything that looks like a token. */
const token = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const mcp = useToolAccount();

// The tenant matrix calls each tool with what belongs to another account.
it("a tool keeps to the account's own memories when user_id is omitted, and to an end user's when given", async () => {
  const own = (await mcp.add()).memory_id;
  const ofAda = (await mcp.add({ user_id: 'ada' })).memory_id;
  for (const [scope, id] of [
    [{}, own],
    [{ user_id: 'ada' }, ofAda],
    [{ user_id: mcp.account.id }, own],
  ] as const) {
    expect([await mcp.found(scope), await mcp.listed(scope)]).toEqual([[id], [id]]);
    expect((await done(mcp.api, 'service_profile', scope)).data.memory_count).toBe(1);
  }
});

it('a memory of another account is answered like one that does not exist, by an update and a deletion', async () => {
  const { memory_id } = await mcp.add({ user_id: 'ada' });
  const other = (await mcp.app.register()).api;
  for (const [tool, more] of [
    ['service_update', { user_id: 'ada', text: 'mine' }],
    ['service_delete', { user_id: 'ada' }],
  ] as const) {
    const theirs = await callTool(other, tool, { memory_id, ...more });
    expect(theirs).toEqual(await callTool(other, tool, { memory_id: 'mem_00000000000000000000000000', ...more }));
    expect(theirs.text).toMatch(/^not_found: /);
  }
});

it('plans and quota count like REST, and reject those beyond with the code and the reset', async () => {
  const { memory_id } = await mcp.add({ wait: 0 });
  await mcp.add({ user_id: 'ada', wait: 0 });
  const user = await callTool(mcp.api, 'service_add', { memory: text, user_id: 'bo' });
  expect(user).toMatchObject({ isError: true, text: expect.stringMatching(/^plan_limit_reached: .*1 end user/) });
  await done(mcp.api, 'service_update', { memory_id, text: 'Harbour:\n1) It thaws in March.' });
  await mcp.found();
  await mcp.listed();
  await done(mcp.api, 'service_delete', { memory_id });
  const used = { memory_write: { used: 3 }, memory_search: { used: 1 }, end_users: { used: 1 } };
  expect(await mcp.usage()).toMatchObject(used);
  const { id: accountId } = mcp.account;
  const changes = { plan: 'enterprise', limits: { memoryWrites: 3 } } as const;
  await mcp.app.services.records.run(accountId, 'updateAccount', { accountId, changes });
  const month = await callTool(mcp.api, 'service_add', { memory: text, wait: 0 });
  expect(month.text).toMatch(/^quota_exceeded: [\s\S]*1 December 2026 \(UTC\)[\s\S]*What to do: [\s\S]*Example call: /);
  expect(await mcp.usage()).toMatchObject({ memory_write: { used: 3, remaining: 0 } });
});

describe('scopes', () => {
  it('a key without the scope of a tool gets a tool error, and lists the tools all the same', async () => {
    const client = async (scope: string) =>
      mcp.app.client({ 'X-API-Key': (await mcp.app.createKey(mcp.account, { scopes: [scope] })).key });
    const [reader, writer] = [await client('read'), await client('write')];
    for (const [rejectedFor, tool, args] of [
      [reader, 'service_add', { memory: text }],
      [reader, 'service_update', { memory_id: 'x', text }],
      [reader, 'service_delete', { memory_id: 'x' }],
      [writer, 'service_search', { query: 'a' }],
      [writer, 'service_profile', {}],
      [writer, 'service_list', {}],
    ] as const) {
      const response = await callTool(rejectedFor, tool, args);
      expect(response).toMatchObject({ isError: true, text: expect.stringMatching(/^insufficient_scope: /) });
    }
    expect((await rpc(reader, 'tools/list')).body.result.tools).toHaveLength(6);
    await mcp.add({}, writer);
    expect(await mcp.found({}, reader)).toHaveLength(1);
  });
});

describe('the content rule', () => {
  it.each([
    ['service_add', { memory: `Deploy:\n1) the token is ${token}` }, 'memory'],
    ['service_add', { text: `Deploy:\n1) the token is ${token}` }, 'text'],
    ['service_add', { memory: text, metadata: { deploy: { token } } }, 'metadata/deploy/token'],
    ['service_add', { memory: text, user_id: token }, 'user_id'],
  ])('rejects a secret in %s %#, names the argument, and never repeats it', async (tool, args, argument) => {
    const response = await callTool(mcp.api, tool, args);
    expect(response).toMatchObject({
      isError: true,
      text: expect.stringMatching(new RegExp(`^sensitive_content: ${argument} `)),
    });
    expect(response.text).not.toContain(token);
    expect([await mcp.listed(), (await mcp.usage()).memory_write.used]).toEqual([[], 0]);
  });

  it('rejects it in an update, and the memory stays', async () => {
    const { memory_id } = await mcp.add();
    const rejected = await callTool(mcp.api, 'service_update', { memory_id, text: token });
    expect(rejected.text).toMatch(/^sensitive_content: text /);
    expect((await mcp.api.get(`/memories/${memory_id}`)).body.memory).toBe(text);
  });

  it('reports under redact what was taken out, and keeps it out of the corrected text', async () => {
    const client = (await mcp.app.withServices({ contentPolicy: 'redact' })).client(mcp.api.headers);
    const { data, text: output } = await done(client, 'service_add', { memory: `- the token is ${token}` });
    expect(data.redacted).toEqual([{ path: 'memory', kind: 'github_token' }]);
    expect(output).toContain('Redacted before storing: github_token in memory');
    expect(data.fixed).toContain('[redacted: github_token]');
    expect(JSON.stringify(data) + output).not.toContain(token);
  });
});

describe('Idempotency-Key', () => {
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

  it('makes a repeated write one write with one result, whatever the id of the request', async () => {
    const headers = key();
    const args = { memory: '- poor form', metadata: { project: 'ports' }, wait: 0 };
    const first = await callTool(mcp.api, 'service_add', args, headers);
    const body = { jsonrpc: '2.0', id: 99, method: 'tools/call', params: { name: 'service_add', arguments: args } };
    const second = await mcp.api.post('/mcp', body, headers);
    expect(second.body.id).toBe(99);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body.result['_meta']).toEqual({ 'mnema/idempotency-replayed': true });
    expect(second.body.result.structuredContent).toEqual(first.data);
    expect(second.body.result.content[0].text).toBe(first.text);
    expect([await mcp.listed(), (await mcp.usage()).memory_write.used]).toEqual([[first.data.memory_id], 1]);
  });

  it('rejects a key that was used for another write, over REST too', async () => {
    const headers = key();
    await done(mcp.api, 'service_add', { memory: text, wait: 0 }, headers);
    const other = await callTool(mcp.api, 'service_add', { memory: 'another', wait: 0 }, headers);
    expect(other).toMatchObject({ isError: true, text: expect.stringMatching(/^idempotency_key_reused: /) });
    expect((await mcp.api.post('/memories', { text }, headers)).status).toBe(409);
  });

  it('is no hindrance to reading, and a malformed one is a 400', async () => {
    const headers = key();
    await done(mcp.api, 'service_search', { query: 'a' }, headers);
    await done(mcp.api, 'service_search', { query: 'b' }, headers);
    expect((await rpc(mcp.api, 'ping', {}, { 'Idempotency-Key': 'a b' })).status).toBe(400);
  });
});

it('the request log names the tool, the path and mcp, and what was counted', async () => {
  const { memory_id } = await mcp.add({ wait: 0 });
  await mcp.found();
  await callTool(mcp.api, 'service_delete', {});
  await rpc(mcp.api, 'tools/list');
  const rows = await until(
    async () => (await mcp.api.get('/requests')).body.results.filter(({ path }: { path: string }) => path === '/mcp'),
    ({ length }) => length === 4,
  );
  const called = ['callMcp', 'service_delete', 'service_search', 'service_add'];
  const same = { method: 'POST', source: 'mcp', status_code: 200 };
  expect(rows).toMatchObject(called.map((operation) => ({ operation, ...same })));
  expect(JSON.stringify(rows)).not.toContain(memory_id);
  const { totals, by_operation } = (await mcp.api.get('/requests/stats')).body;
  expect(totals).toMatchObject({ memory_write: 1, memory_search: 1 });
  expect(by_operation.map(({ operation }: { operation: string }) => operation)).toContain('service_add');
});
