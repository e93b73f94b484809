import { describe, expect } from 'vitest';
import { it, useAccount } from '../http/shared-apps.ts';
import { serverVersion } from '../server-version.ts';
import { callTool, rpc } from './tool-calls.ts';

const { app, account, api } = useAccount();
const search = { name: 'service_search', arguments: { query: 'harbour' } };
const request = (changes: object = {}) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: search, ...changes });
const raw = (text: string) => app.call({ method: 'POST', path: '/mcp', headers: api.headers, raw: text });

describe('a tools/call as a program without an SDK sends it', () => {
  it.each(['application/json', '*/*', 'text/event-stream', 'text/html'])(
    'gets JSON without a handshake, whatever Accept names: %s',
    async (accept) => {
      // There is no session: none is given, one that is sent is ignored.
      const headers = { Accept: accept, 'Mcp-Session-Id': 'of another server', 'Last-Event-ID': '3' };
      const response = await api.post('/mcp', request({ id: 'a' }), headers);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json']);
      expect(response.body).toMatchObject({ jsonrpc: '2.0', id: 'a', result: { structuredContent: { results: [] } } });
      expect(response.headers['mcp-session-id']).toBeUndefined();
    },
  );

  it('reaches the endpoint when the URL was pasted with a slash at its end', async () => {
    const headers = { ...api.headers, 'Content-Type': 'application/json' };
    const response = await fetch(`${app.url}/mcp/`, { method: 'POST', headers, body: JSON.stringify(request()) });
    expect([response.status, await response.json()]).toMatchObject([200, { id: 7 }]);
  });
});

describe('the handshake of the earlier versions', () => {
  const hello = async (protocolVersion: string) =>
    (await rpc(api, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }))
      .body.result;

  it.each([
    ['2025-03-26', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('with a client of %s agrees on %s', async (requested, version) => {
    const { protocolVersion, serverInfo, capabilities } = await hello(requested);
    expect([protocolVersion, capabilities]).toEqual([version, { tools: {} }]);
    expect(serverInfo).toEqual({ name: 'mnema', title: 'Mnema', version: serverVersion });
  });

  it('gives instructions whose first 512 characters explain when to search and when to write', async () => {
    const { instructions } = await hello('2025-11-25');
    const positions = ['search', 'add', 'update', 'delete'].map((kind) => instructions.indexOf(`service_${kind}`));
    for (const at of positions) expect(at).toBeLessThan(500);
    expect(positions).not.toContain(-1);
    expect(instructions.length).toBeLessThan(2_048);
  });

  it.each([
    ['initialize', undefined, ''],
    ['initialize', {}, 'params/protocolVersion: expected string'],
    ['initialize', { protocolVersion: '2025-06-18', clientInfo: null }, 'params/clientInfo: expected'],
    ['tools/list', { cursor: 5 }, 'params/cursor: expected string, received number'],
    ['tools/call', { name: 'service_list', task: 'x' }, 'params/task: expected object'],
    ['tools/call', { name: 'memory_add' }, 'Unknown tool memory_add. The tools are service_add, service_search'],
  ])('%s with params %j is rejected with -32602 and the names of the fields', async (method, params, stated) => {
    const { status, body } = await rpc(api, method, params);
    expect([status, body.error.code]).toEqual([200, -32602]);
    expect(body.error.message).toContain(stated);
    expect(body.error.message).not.toMatch(/[\n{[]/);
  });

  it('leaves the text of a memory alone, even when it looks like an error of the protocol', async () => {
    const memory = 'Errors:\n1) "error":{"code":-32603,"message":"[ { \\"path\\": [] } ]"}';
    const { api: client } = await app.register();
    await callTool(client, 'service_add', { memory, wait: 0 });
    expect((await callTool(client, 'service_list')).data.results[0].memory).toBe(memory);
  });

  it.each(['1999-01-01', '2025-03-26', '2099-01-01'])('rejects a header with version %s', async (version) => {
    const { status, body } = await rpc(api, 'tools/list', {}, { 'MCP-Protocol-Version': version });
    expect([status, body.error.code]).toEqual([400, -32022]);
    expect(body.error.message).toContain('The versions are 2026-07-28, 2025-11-25, 2025-06-18.');
  });

  it.each(['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])('rejects a %s of 1,001 characters', async (name) => {
    const { status, body } = await rpc(api, 'tools/list', {}, { [name]: 'a'.repeat(1_001) });
    expect([status, body.id, body.error.code]).toEqual([400, 1, -32600]);
    expect(body.error.message).toContain(`${name.toLowerCase()} is longer than 1000 characters`);
  });
});

describe('version 2026-07-28', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'MCP-Protocol-Version': '2026-07-28' };
  const modern = (method: string, params: object = {}, more: Record<string, string> = {}) =>
    rpc(api, method, { ...params, _meta: meta }, { ...headers, 'Mcp-Method': method, ...more });

  it('lets clients keep the list of tools for an hour', async () => {
    const { result } = (await modern('tools/list')).body;
    expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'public', ttlMs: 3_600_000 });
  });

  it('rejects what does not fit together, and a method that would keep a stream open', async () => {
    const _meta = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    const [bare, other, unknown, stream] = [
      await rpc(api, 'tools/list', {}, { ...headers, 'Mcp-Method': 'tools/list' }),
      await modern('tools/call', search, { 'Mcp-Name': 'service_delete' }),
      await rpc(api, 'tools/list', { _meta }, { 'MCP-Protocol-Version': '2031-01-01' }),
      await modern('subscriptions/listen'),
    ];
    expect([bare, other, unknown, stream].map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, -32602],
      [400, -32020],
      [400, -32022],
      [404, -32601],
    ]);
    expect(unknown.body.error.data.supported).toEqual(['2026-07-28']);
  });
});

describe('what is not a request', () => {
  const changed = (changes: object) => JSON.stringify(request(changes));
  it.each([
    ['not JSON', '{"jsonrpc": ', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a batch', JSON.stringify([request()]), 400, -32600],
    ['null', 'null', 400, -32600],
    ['an object without jsonrpc', JSON.stringify({ id: 1, method: 'ping' }), 400, -32600],
    ['another version of JSON-RPC', changed({ jsonrpc: '1.0' }), 400, -32600],
    ['no method', JSON.stringify({ jsonrpc: '2.0', id: 1 }), 400, -32600],
    ['an id that is an object', changed({ id: {} }), 400, -32600],
    ['an answer', JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }), 400, -32600],
    ['half a character', '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": "\\ud800"}}', 400, -32600],
    ['an unknown method', changed({ method: 'memories/burn' }), 200, -32601],
    ['params that are an array', changed({ params: [1] }), 200, -32602],
    ['params that are null', changed({ params: null }), 200, -32602],
    ['no tool', changed({ params: {} }), 200, -32602],
    ['a name that every object has', changed({ params: { name: 'constructor' } }), 200, -32602],
  ])('is rejected: %s', async (_what, text, status, code) => {
    const response = await raw(text);
    expect([response.status, response.body.error?.code], response.text).toEqual([status, code]);
    expect(response.body.jsonrpc).toBe('2.0');
  });

  it.each([200, 5_000, 200_000])('is rejected when it nests deeply: %i levels', async (depth) => {
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const response = await raw(JSON.stringify(request()).replace('"harbour"', nested));
    expect([response.status, response.body.error.code]).toEqual([400, -32600]);
    expect(response.body.error.message).toContain('is nested more than 100 levels deep');
  });
});

describe('who may call', () => {
  it.each([
    ['nobody', {}],
    ['a key that was never made', { 'X-API-Key': 'mnk_000000000000000000000000000000000' }],
    ['a variable that was not expanded', { Authorization: `Bearer $${'{MNEMA_API_KEY}'}` }],
  ])('%s is a 401 with WWW-Authenticate and an error of JSON-RPC, whatever the method', async (_who, headers) => {
    for (const method of ['initialize', 'tools/list', 'tools/call']) {
      const response = await rpc(app.client(headers as Record<string, string>), method, search);
      expect([response.status, response.headers['content-type']]).toEqual([401, 'application/json']);
      expect(response.headers['www-authenticate']).toContain('Bearer');
      const data = { code: 'unauthenticated', status: 401, request_id: response.headers['x-request-id'] };
      const error = { code: -32010, message: expect.stringMatching(/credential|API key|access token/), data };
      expect(response.body).toEqual({ jsonrpc: '2.0', id: null, error });
    }
  });

  it('a key is taken as X-API-Key and as Bearer, and so is an access token', async () => {
    const { key, session } = account;
    for (const headers of [{ 'X-API-Key': key }, { Authorization: `Bearer ${key}` }, session.headers]) {
      expect((await callTool(app.client(headers as Record<string, string>), 'service_list')).isError).toBe(false);
    }
  });
});

it('a store that is away is a tool error to a model; a mistake of ours as well, with the request id and no details', async () => {
  app.setFault('unavailable');
  const away = await callTool(api, 'service_search', { query: 'harbour' }).finally(() => app.setFault('none'));
  expect(away).toMatchObject({ isError: true, text: expect.stringMatching(/^unavailable: /) });
  app.setFault('bug');
  const broken = await callTool(api, 'service_list').finally(() => app.setFault('none'));
  const text = expect.stringMatching(/^internal: An internal error occurred.*req_[0-9A-Z]{26}/);
  expect(broken).toMatchObject({ isError: true, text });
});
