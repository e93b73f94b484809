import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../http/start-test-app.ts';
import { serverVersion } from '../server-version.ts';
import { callTool, rpc } from './tool-calls.ts';

let app: TestApp;
let api: Client;
beforeAll(async () => {
  app = await startTestApp();
  api = app.first.api;
});
afterAll(() => app.close());

const search = { name: 'service_search', arguments: { query: 'harbour' } };
const request = (changes: object = {}) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: search, ...changes });
const raw = (text: string) => app.call({ method: 'POST', path: '/mcp', headers: api.headers, raw: text });

describe('a tools/call as a program without an SDK sends it', () => {
  it('gets a response without a handshake and with Accept: application/json alone', async () => {
    const response = await api.post('/mcp', request(), { Accept: 'application/json' });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json']);
    expect(response.body).toMatchObject({ jsonrpc: '2.0', id: 7, result: { structuredContent: { results: [] } } });
  });

  it.each([['*/*'], ['text/event-stream'], ['text/html']])('gets JSON, whatever Accept names: %s', async (accept) => {
    const response = await api.post('/mcp', request(), { Accept: accept });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json']);
  });

  it('may have a string as its id, which comes back', async () => {
    expect((await api.post('/mcp', request({ id: 'a' }))).body.id).toBe('a');
  });

  it('has no session: none is given, one that is sent is ignored', async () => {
    const response = await api.post('/mcp', request(), { 'Mcp-Session-Id': 'of another server', 'Last-Event-ID': '3' });
    expect([response.status, response.headers['mcp-session-id']]).toEqual([200, undefined]);
  });

  it('reaches the endpoint when the URL was pasted with a slash at its end', async () => {
    const response = await fetch(`${app.url}/mcp/`, {
      method: 'POST',
      headers: { ...api.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(request()),
    });
    expect([response.status, await response.json()]).toMatchObject([200, { id: 7 }]);
  });
});

describe('the handshake of the earlier versions', () => {
  const hello = (protocolVersion: string) =>
    rpc(api, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('agrees on %s', async (version) => {
    const { status, body } = await hello(version);
    expect([status, body.result.protocolVersion]).toEqual([200, version]);
    expect(body.result.serverInfo).toEqual({ name: 'mnema', title: 'Mnema', version: serverVersion });
    expect(body.result.capabilities).toEqual({ tools: {} });
  });

  it.each(['2024-11-05', '1999-01-01'])('offers the newest it has to a client of %s', async (version) => {
    expect((await hello(version)).body.result.protocolVersion).toBe('2025-11-25');
  });

  it('gives instructions whose first 512 characters explain when to search and when to write', async () => {
    const { instructions } = (await hello('2025-11-25')).body.result;
    const positions = ['search', 'add', 'update', 'delete'].map((kind) => instructions.indexOf(`service_${kind}`));
    for (const at of positions) expect(at).toBeLessThan(500);
    expect(positions).not.toContain(-1);
    expect(instructions.length).toBeLessThan(2_048);
  });

  it('without params is rejected with -32602', async () => {
    expect((await rpc(api, 'initialize')).body.error.code).toBe(-32602);
  });

  it.each([
    ['initialize', {}, 'params/protocolVersion: expected string'],
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: null, clientInfo: null },
      'params/clientInfo: expected',
    ],
    ['tools/list', { cursor: 5 }, 'params/cursor: expected string, received number'],
    ['tools/call', { name: 'service_list', task: 'x' }, 'params/task: expected object'],
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

  it('takes notifications with 202 and no body', async () => {
    const response = await api.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([response.status, response.text]).toEqual([202, '']);
  });

  it('responds to ping', async () => {
    expect((await rpc(api, 'ping')).body.result).toEqual({});
  });

  it('rejects a header with an unknown version', async () => {
    const response = await rpc(api, 'tools/list', {}, { 'MCP-Protocol-Version': '1999-01-01' });
    expect(response.status).toBe(400);
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

  it('is discovered', async () => {
    const { body } = await modern('server/discover');
    expect(body.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      resultType: 'complete',
      cacheScope: 'public',
    });
  });

  it('lists and calls tools', async () => {
    const listed = await modern('tools/list');
    expect(listed.body.result).toMatchObject({ resultType: 'complete', cacheScope: 'public', ttlMs: 3_600_000 });
    const called = await modern('tools/call', search, { 'Mcp-Name': 'service_search' });
    expect(called.body.result).toMatchObject({ resultType: 'complete', structuredContent: { results: [] } });
  });

  it('rejects a request without its envelope with -32602, and a name that differs from its header with -32020', async () => {
    const bare = await rpc(api, 'tools/list', {}, { ...headers, 'Mcp-Method': 'tools/list' });
    expect([bare.status, bare.body.error.code]).toEqual([400, -32602]);
    const other = await modern('tools/call', search, { 'Mcp-Name': 'service_delete' });
    expect([other.status, other.body.error.code]).toEqual([400, -32020]);
  });

  it('rejects an unknown version with -32022, naming the known ones', async () => {
    const _meta = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    const { status, body } = await rpc(api, 'tools/list', { _meta }, { 'MCP-Protocol-Version': '2031-01-01' });
    expect([status, body.error.code, body.error.data.supported]).toEqual([400, -32022, ['2026-07-28']]);
  });

  it('rejects an unknown method with 404 and -32601, and one that would keep a stream open as well', async () => {
    for (const method of ['memories/burn', 'subscriptions/listen']) {
      const { status, body } = await modern(method);
      expect([status, body.error.code]).toEqual([404, -32601]);
    }
  });
});

describe('what is not a request', () => {
  it.each([
    ['not JSON', '{"jsonrpc": ', 400, -32700],
    ['not JSON, by a trailing comma', '{"jsonrpc": "2.0",}', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a batch', JSON.stringify([request()]), 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['a string', '"tools/call"', 400, -32600],
    ['null', 'null', 400, -32600],
    ['an object without jsonrpc', JSON.stringify({ id: 1, method: 'ping' }), 400, -32600],
    ['another version of JSON-RPC', JSON.stringify(request({ jsonrpc: '1.0' })), 400, -32600],
    ['no method', JSON.stringify({ jsonrpc: '2.0', id: 1 }), 400, -32600],
    ['a method that is no string', JSON.stringify(request({ method: 5 })), 400, -32600],
    ['an id that is an object', JSON.stringify(request({ id: {} })), 400, -32600],
    ['an answer', JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }), 400, -32600],
    ['half a character', '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": "\\ud800"}}', 400, -32600],
    ['an unknown method', JSON.stringify(request({ method: 'memories/burn' })), 200, -32601],
    ['params that are an array', JSON.stringify(request({ params: [1] })), 200, -32602],
    ['params that are a string', JSON.stringify(request({ params: 'x' })), 200, -32602],
    ['params that are null', JSON.stringify(request({ params: null })), 200, -32602],
    ['an unknown tool', JSON.stringify(request({ params: { name: 'service_burn' } })), 200, -32602],
    ['no tool', JSON.stringify(request({ params: {} })), 200, -32602],
    ['a name that every object has', JSON.stringify(request({ params: { name: 'constructor' } })), 200, -32602],
  ])('is rejected: %s', async (_what, text, status, code) => {
    const response = await raw(text);
    expect([response.status, response.body.error?.code], response.text).toEqual([status, code]);
    expect(response.body.jsonrpc).toBe('2.0');
  });

  it('names the tools there are when one is unknown', async () => {
    const { body } = await rpc(api, 'tools/call', { name: 'memory_add' });
    expect(body.error.message).toContain('Unknown tool memory_add. The tools are service_add, service_search');
  });

  it('is rejected when it nests deeply, whatever the depth', async () => {
    for (const depth of [200, 5_000, 200_000]) {
      const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const text = JSON.stringify(request()).replace('"harbour"', nested);
      const response = await raw(text);
      expect([response.status, response.body.error.code], `${depth} levels`).toEqual([400, -32600]);
      expect(response.body.error.message).toContain('is nested more than 100 levels deep');
    }
  });

  it('is rejected beyond 1 MB with 413, and as anything but JSON with 415', async () => {
    const tooLarge = JSON.stringify(request({ params: { ...search, padding: 'x'.repeat(1024 * 1024) } }));
    expect((await raw(tooLarge)).status).toBe(413);
    const typed = await app.call({
      method: 'POST',
      path: '/mcp',
      headers: { ...api.headers, 'Content-Type': 'text/plain' },
      raw: JSON.stringify(request()),
    });
    expect(typed.status).toBe(415);
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
    const { key, token } = app.first;
    for (const headers of [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Authorization: `Bearer ${token}` },
    ]) {
      expect((await callTool(app.client(headers as Record<string, string>), 'service_list')).isError).toBe(false);
    }
  });

  it('a revoked key is rejected at once', async () => {
    const { id, key } = await app.createKey(app.first);
    const client = app.client({ 'X-API-Key': key });
    expect((await rpc(client, 'ping')).status).toBe(200);
    await app.first.session.delete(`/api-keys/${id}`);
    expect((await rpc(client, 'ping')).status).toBe(401);
  });

  it('no metadata promises OAuth that is not there: clients that look for it get JSON', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ]) {
      const response = await app.call({ method: 'GET', path });
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    }
  });
});

it('HEAD /mcp gets the same as GET, without a body', async () => {
  const response = await app.call({ method: 'HEAD', path: '/mcp', headers: { Accept: 'application/json' } });
  expect([response.status, response.text]).toEqual([200, '']);
});

it.each(['DELETE', 'PUT', 'PATCH'])('%s /mcp is a 405, and other paths are a 404', async (method) => {
  const response = await app.call({ method, path: '/mcp' });
  expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  expect((await app.call({ method: 'POST', path: '/mcp/tools', headers: api.headers, body: request() })).status).toBe(
    404,
  );
  expect((await app.call({ method: 'POST', path: '/sse', headers: api.headers, body: request() })).status).toBe(404);
});

it('a rate limit is a 429 with Retry-After and rate_limited in a JSON body', async () => {
  const limited = await startTestApp({ MNEMA_RATE_LIMITS: 'plan' });
  try {
    const { api: client } = await limited.register();
    const responses = await Promise.all(Array.from({ length: 40 }, () => rpc(client, 'ping')));
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.body.code).toBe('rate_limited');
    expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

it('a store that is away is a tool error to a model; a mistake of ours as well, with the request id and no details', async () => {
  app.setFault('unavailable');
  const away = await callTool(api, 'service_search', { query: 'harbour' }).finally(() => app.setFault('none'));
  expect(away).toMatchObject({ isError: true, text: expect.stringMatching(/^unavailable: /) });
  app.setFault('bug');
  const broken = await callTool(api, 'service_list').finally(() => app.setFault('none'));
  expect(broken).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^internal: An internal error occurred.*req_[0-9A-Z]{26}/),
  });
});
