import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idsOf, until, writeReady } from '../http/memory-steps.ts';
import { type Client, startTestApp, type TestAccount, type TestApp } from '../http/start-test-app.ts';
import { callTool, done, rpc } from './tool-calls.ts';

/** Made up here, so that no file holds anything that looks like a token. */
const token = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const text = 'Harbour (Turku):\n1) The harbour freezes in January.';
const november = Date.UTC(2026, 10, 21, 12);

let now = november;
let app: TestApp;
let account: TestAccount;
let api: Client;
beforeAll(async () => {
  app = await startTestApp({}, { clock: { now: () => (now += 1) } });
});
afterAll(() => app.close());
beforeEach(async () => {
  account = await app.register();
  api = account.api;
});
afterEach(() => {
  now = november;
});

const add = async (args: object = {}, client = api) =>
  (await done(client, 'service_add', { memory: text, ...args })).data;
const found = async (args: object = {}, client = api) =>
  idsOf({ body: (await done(client, 'service_search', { query: 'harbour', ...args })).data } as never);
const listed = async (args: object = {}, client = api) =>
  idsOf({ body: (await done(client, 'service_list', args)).data } as never);
const usage = async () => (await api.get('/usage')).body;

describe('the tools', () => {
  it('are six, in the same order every time, each with schemas, a title and hints', async () => {
    const { tools } = (await rpc(api, 'tools/list')).body.result;
    const hints = tools.map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } }: never) => [
      name,
      readOnlyHint,
      destructiveHint,
      idempotentHint,
    ]);
    expect(hints).toEqual([
      ['service_add', false, false, false],
      ['service_search', true, false, true],
      ['service_profile', true, false, true],
      ['service_list', true, false, true],
      ['service_update', false, true, true],
      ['service_delete', false, true, true],
    ]);
    for (const tool of tools) {
      expect(tool.title).not.toBe('');
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema.type).toBe('object');
      // Clients drop what they can't read, some of them all tools with it.
      expect(JSON.stringify(tool)).not.toMatch(/"(?:\$ref|anyOf|oneOf|allOf)"/);
      if ('user_id' in tool.inputSchema.properties) {
        expect(tool.inputSchema.properties.user_id.description).toMatch(/Omitted: the account/);
      }
    }
    expect(tools[0].description).toMatch(/1\) First line[\s\S]*ending with a colon[\s\S]*Never store keys/);
  });

  it('take little room in a conversation: about 1,500 tokens for what a model reads of them', async () => {
    const { tools } = (await rpc(api, 'tools/list')).body.result;
    const read = tools.map(({ name, description, inputSchema }: never) => ({ name, description, inputSchema }));
    // Four characters a token, as English and JSON have at least.
    expect(JSON.stringify(read).length / 4).toBeLessThan(1_600);
    expect(JSON.stringify(tools).length).toBeLessThan(11_000);
  });

  it('reject by their limits what the listed schemas leave open', async () => {
    const rejection = async (name: string, args: object) => (await callTool(api, name, args)).text;
    expect(await rejection('service_search', { query: '' })).toMatch(/^invalid_request: query /);
    expect(await rejection('service_search', { query: 'x'.repeat(8_001) })).toMatch(/^invalid_request: query .*8000/);
    expect(await rejection('service_list', { user_id: 'x'.repeat(257) })).toMatch(/^invalid_request: user_id .*256/);
    const filters = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key${at}`, 1]));
    expect(await rejection('service_search', { query: 'x', filters })).toMatch(/^invalid_request: filters /);
  });

  it('carry the configured prefix in names, descriptions and errors', async () => {
    const face = await app.withServices({ mcpToolPrefix: 'acme.memory' });
    const post = (method: string, params: object) =>
      face.call({
        method: 'POST',
        path: '/mcp',
        headers: api.headers,
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
    const list = await post('tools/list', {});
    const rejected = await post('tools/call', { name: 'acme.memory_delete', arguments: {} });
    expect(rejected.text).toContain('acme.memory_search');
    expect((await post('tools/call', { name: 'service_add', arguments: {} })).body.error.code).toBe(-32602);
    const described = await face.call({ method: 'GET', path: '/mcp' });
    for (const response of [list, rejected, described]) {
      expect(response.text).toContain('acme.memory_');
      expect(response.text).not.toContain('service_');
    }
  });
});

describe('service_add', () => {
  it('stores a memory that the next call finds, with all its arguments', async () => {
    const metadata = {
      project: 'ports',
      area: 'ice',
      source: 'editor',
      memory_type: 'fact',
      tags: ['winter'],
      depth: { m: 3 },
    };
    const response = await done(api, 'service_add', {
      memory: text,
      agent_id: 'pilot',
      run_id: 'r1',
      metadata,
      wait: 10,
    });
    expect(response.data).toMatchObject({
      status: 'ready',
      user_id: account.id,
      agent_id: 'pilot',
      run_id: 'r1',
      metadata,
      warnings: [],
      fixed: null,
    });
    expect(response.text).toContain(response.data.memory_id);
    expect(await found({ query: 'ice on the sea' })).toEqual([response.data.memory_id]);
    expect((await api.get(`/memories/${response.data.memory_id}`)).body).toMatchObject({
      memory: text,
      metadata,
      outcome: 'stored',
    });
  });

  it('stores mcp as the source by default', async () => {
    expect((await add({ metadata: { project: 'ports' } })).metadata).toEqual({ project: 'ports', source: 'mcp' });
    expect((await add()).metadata).toEqual({ source: 'mcp' });
    expect((await add({ metadata: { source: 'cursor' } })).metadata).toEqual({ source: 'cursor' });
  });

  it('takes text as another name for memory, and not both', async () => {
    const { data } = await done(api, 'service_add', { text, wait: 0 });
    expect(data.status).toBe('pending');
    const both = await callTool(api, 'service_add', { text, memory: text });
    expect(both).toMatchObject({ isError: true, text: expect.stringContaining('memory and text are the same thing') });
  });

  it('keeps the text as given when its form is poor, warns, and offers a better one', async () => {
    const poor = '- the **harbour** freezes\n- in January';
    const { data, text: output } = await done(api, 'service_add', { memory: poor });
    expect(data.warnings.map(({ rule }: { rule: string }) => rule)).toEqual(['topic_line', 'bullets', 'bold']);
    expect(data.fixed).toBe('Note:\n1) the harbour freezes\n2) in January');
    expect(output).toContain(data.fixed);
    for (const { rule, message } of data.warnings) expect(output).toContain(`${rule}: ${message}`);
    expect((await api.get(`/memories/${data.memory_id}`)).body.memory).toBe(poor);
  });

  it('gives the reason when facts were not extracted', async () => {
    expect((await add({ infer: true })).metadata.infer_fallback_reason).toBe('no_llm_configured');
  });

  it.each([
    [{}, 'memory is missing'],
    [{ memory: '  ' }, 'memory is blank'],
    [{ text: '  ' }, 'text is blank'],
    [{ memory: 5 }, 'memory must be a string'],
    [{ memory: '' }, 'memory must have at least 1 character'],
    [{ memory: 'a', memory_type: 'x' }, 'memory_type is not a field of this request; known are memory, text'],
    [{ memory: 'a', metadata: { tags: 'x' } }, 'metadata/tags must be an array'],
    [{ memory: 'a', metadata: 'x' }, 'metadata must be an object'],
    [{ memory: 'a', metadata: { n: 2 ** 60 } }, 'metadata/n is an integer beyond'],
    [{ memory: 'a', wait: 11 }, 'wait must be between 0 and 10'],
    [{ memory: 'a', user_id: '' }, 'user_id must have at least 1 character'],
    [{ memory: 'a', user_id: 'u'.repeat(257) }, 'user_id must have at most 256 characters'],
    [{ memory: 'a', owner_user_id: 'x' }, 'owner_user_id is not a field'],
    [[], 'arguments must be an object'],
    ['x', 'arguments must be an object'],
  ])('rejects %j in words a model can act on, with an example, and counts nothing', async (args, output) => {
    const response = await callTool(api, 'service_add', args);
    expect(response).toMatchObject({ isError: true, data: undefined, text: expect.stringContaining(output) });
    expect(response.text).toMatch(/^invalid_request: [\s\S]*What to do: [\s\S]*Example call: service_add \{"memory":/);
    expect((await usage()).memory_write.used).toBe(0);
  });
});

describe('service_search', () => {
  it('finds within user, agent, run and metadata', async () => {
    const a = (await add({ agent_id: 'pilot', run_id: 'r1', metadata: { project: 'ports', tags: ['x', 'y'] } }))
      .memory_id;
    const b = (await add({ agent_id: 'clerk', metadata: { project: 'ports', depth: 5 } })).memory_id;
    expect((await found()).sort()).toEqual([a, b].sort());
    expect(await found({ agent_id: 'pilot' })).toEqual([a]);
    expect(await found({ run_id: 'r1' })).toEqual([a]);
    expect(await found({ filters: { tags: ['y', 'z'] } })).toEqual([a]);
    expect(await found({ filters: { depth: 5 } })).toEqual([b]);
    expect(await found({ top_k: 1 })).toHaveLength(1);
    expect(await found({ threshold: 1 })).toEqual([]);
  });

  it('returns the same to a model as to a program', async () => {
    await add({ agent_id: 'pilot', metadata: { project: 'ports' } });
    const { data, text: output } = await done(api, 'service_search', { query: 'harbour' });
    const [hit] = data.results;
    for (const part of [hit.id, hit.memory, hit.user_id, 'agent_id pilot', '"project":"ports"', hit.created_at]) {
      expect(output).toContain(part);
    }
    expect((await api.post('/search', { query: 'harbour' })).body.results[0].id).toBe(hit.id);
  });

  it('suggests to a model what to try when there is nothing', async () => {
    const { text: output, data } = await done(api, 'service_search', { query: 'harbour' });
    expect([data.results, output]).toEqual([[], expect.stringContaining('service_list')]);
  });

  it.each([
    [{}, 'query is missing: send a string'],
    [{ query: ' ' }, 'query is blank'],
    [{ query: 'a', top_k: 0 }, 'top_k must be between 1 and 100'],
    [{ query: 'a', top_k: 1.5 }, 'top_k must be a whole number'],
    [{ query: 'a', filters: { project: {} } }, 'filters/project must be a string, a number'],
    [{ query: 'a', filters: { project: [] } }, 'filters/project must be a string, a number'],
    [{ query: 'a', filters: { project: null } }, 'filters/project must be a string, a number'],
    [{ query: 'a', filters: [] }, 'filters must be an object'],
    [{ query: 'a', project: 'x' }, 'project is not a field'],
  ])('rejects %j and counts nothing', async (args, output) => {
    const response = await callTool(api, 'service_search', args);
    expect(response).toMatchObject({ isError: true, text: expect.stringContaining(output) });
    expect((await usage()).memory_search.used).toBe(0);
  });
});

describe('service_list', () => {
  it('narrows by user, project, source, type and tag, and goes on page by page', async () => {
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      ids.unshift(
        (
          await add({
            metadata: { project: 'ports', source: 'log', memory_type: 'fact', tags: ['ice'], number },
            wait: 0,
          })
        ).memory_id,
      );
    }
    const other = (await add({ metadata: { project: 'ports' }, wait: 0 })).memory_id;
    for (const filter of [
      { source: 'log' },
      { memory_type: 'fact' },
      { tag: 'ice' },
      { project: 'ports', tag: 'ice' },
    ]) {
      expect(await listed(filter)).toEqual(ids);
    }
    expect(await listed({ project: 'ports', source: 'mcp' })).toEqual([other]);
    expect(await listed({ user_id: 'nobody' })).toEqual([]);
    const first = await done(api, 'service_list', { tag: 'ice', limit: 2 });
    expect(first.text).toContain(`cursor ${first.data.next_cursor}`);
    const second = await done(api, 'service_list', { tag: 'ice', limit: 2, cursor: first.data.next_cursor });
    expect([...first.data.results, ...second.data.results].map(({ id }) => id)).toEqual(ids);
    expect(second.data.next_cursor).toBeNull();
  });

  it('rejects a cursor of another list, and a page that no model would read', async () => {
    await add({ wait: 0 });
    await add({ wait: 0 });
    const { data } = await done(api, 'service_list', { limit: 1 });
    const other = await callTool(api, 'service_list', { limit: 1, tag: 'ice', cursor: data.next_cursor });
    expect(other.text).toContain('cursor belongs to a list with other filters');
    expect((await callTool(api, 'service_list', { limit: 1_000 })).text).toContain('limit must be between 1 and 100');
  });
});

describe('service_profile', () => {
  it('sums up what GET /profile does', async () => {
    await writeReady(api, 'Ada prefers tea without sugar.', { metadata: { project: 'apollo' } });
    const { data, text: output } = await done(api, 'service_profile', { project: 'apollo' });
    const { body } = await api.get('/profile?project=apollo');
    expect(data).toEqual(body);
    expect(output).toContain(body.summary);
    expect((await done(api, 'service_profile', { project: 'other' })).text).toContain('Nothing is known yet');
    expect((await usage()).memory_search.used).toBe(0);
  });
});

describe('service_update and service_delete', () => {
  it('change a memory: the new text is found, the old one no more, metadata is merged', async () => {
    const { memory_id } = await add({ metadata: { project: 'ports', draft: true } });
    const { data } = await done(api, 'service_update', {
      memory_id,
      text: 'Airport:\n1) It has two runways.',
      metadata: { draft: null },
    });
    expect(data).toMatchObject({ memory_id, version: 2, metadata: { project: 'ports', source: 'mcp' }, warnings: [] });
    await until(
      () => found({ query: 'runways' }),
      (ids) => ids.includes(memory_id),
    );
    expect((await api.get(`/memories/${memory_id}`)).body.memory).toBe('Airport:\n1) It has two runways.');
    const warned = await done(api, 'service_update', { memory_id, memory: 'It has **one**.' });
    expect(warned.data).toMatchObject({ version: 3, fixed: 'Note:\n1) It has one.' });
    expect((await done(api, 'service_update', { memory_id, metadata: { seen: true } })).data.warnings).toEqual([]);
  });

  it('delete a memory with a receipt, and find nothing to delete the second time', async () => {
    const { memory_id } = await add();
    const { data, text: output } = await done(api, 'service_delete', { memory_id });
    expect([data.memory_id, output]).toEqual([memory_id, expect.stringContaining(data.deleted_at)]);
    const again = await callTool(api, 'service_delete', { memory_id });
    expect(again).toMatchObject({ isError: true, text: expect.stringMatching(/^not_found: [\s\S]*service_search/) });
    expect((await callTool(api, 'service_update', { memory_id, text: 'x' })).text).toMatch(/^not_found: /);
    expect(await found()).toEqual([]);
  });

  it('without an id explain how to find it', async () => {
    for (const tool of ['service_update', 'service_delete']) {
      const response = await callTool(api, tool, tool === 'service_update' ? { text: 'x' } : {});
      expect(response).toMatchObject({
        isError: true,
        text: expect.stringContaining('memory_id is missing: call service_search'),
      });
    }
  });

  it.each([
    [{ text: 'a', memory: 'b' }, 'the same thing'],
    [{}, 'memory and metadata are both missing'],
    [{ text: ' ' }, 'text is blank'],
  ])('service_update rejects %j', async (args, output) => {
    const { memory_id } = await add({ wait: 0 });
    expect((await callTool(api, 'service_update', { memory_id, ...args })).text).toContain(output);
  });
});

describe('accounts', () => {
  it("keeps to the account's own memories when user_id is omitted, and to an end user's when given", async () => {
    const own = (await add()).memory_id;
    const ofAda = (await add({ user_id: 'ada' })).memory_id;
    expect(await found()).toEqual([own]);
    expect(await listed()).toEqual([own]);
    expect((await done(api, 'service_profile')).data.memory_count).toBe(1);
    expect(await found({ user_id: 'ada' })).toEqual([ofAda]);
    expect(await listed({ user_id: 'ada' })).toEqual([ofAda]);
    expect((await done(api, 'service_profile', { user_id: 'ada' })).data.memory_count).toBe(1);
    expect(await found({ user_id: account.id })).toEqual([own]);
  });

  it('mixes with REST: what either wrote for the account the other finds, and metadata keeps them apart', async () => {
    const overRest = await writeReady(api, 'the harbour freezes over', {
      metadata: { project: 'ports', source: 'rest' },
    });
    const overMcp = (await add({ metadata: { project: 'ports' }, wait: 10 })).memory_id;
    expect((await found()).sort()).toEqual([overRest, overMcp].sort());
    expect(await found({ filters: { source: 'rest' } })).toEqual([overRest]);
    expect(await listed({ project: 'ports', source: 'mcp' })).toEqual([overMcp]);
    const rest = await api.post('/search', { query: 'harbour', user_id: account.id });
    expect(idsOf(rest).sort()).toEqual([overRest, overMcp].sort());
    // REST reads are not narrowed by default; those of MCP are.
    const ofAda = (await add({ user_id: 'ada', wait: 10 })).memory_id;
    expect(idsOf(await api.get('/memories'))).toContain(ofAda);
    expect(await listed()).not.toContain(ofAda);
    // A memory of any end user of the account is reached by its id.
    await done(api, 'service_delete', { memory_id: ofAda });
  });

  it("tells nobody of another account's memories, not even that they are there", async () => {
    const { memory_id } = await add({ user_id: 'ada' });
    const other = (await app.register()).api;
    expect(await found({ user_id: 'ada' }, other)).toEqual([]);
    expect(await listed({ user_id: account.id }, other)).toEqual([]);
    for (const [tool, args] of [
      ['service_update', { text: 'mine' }],
      ['service_delete', {}],
    ] as const) {
      const theirs = await callTool(other, tool, { memory_id, ...args });
      const missing = await callTool(other, tool, { memory_id: 'mem_00000000000000000000000000', ...args });
      expect(theirs).toEqual(missing);
      expect(theirs.text).toMatch(/^not_found: /);
    }
    expect((await api.get(`/memories/${memory_id}`)).body.memory).toBe(text);
  });
});

describe('plans and quota', () => {
  it("count the end users of a plan without the account's own id", async () => {
    await add({ wait: 0 });
    await add({ user_id: account.id, wait: 0 });
    await add({ user_id: 'ada', wait: 0 });
    const rejected = await callTool(api, 'service_add', { memory: text, user_id: 'bo' });
    expect(rejected).toMatchObject({ isError: true, text: expect.stringMatching(/^plan_limit_reached: .*1 end user/) });
    expect(await usage()).toMatchObject({ memory_write: { used: 3 }, end_users: { used: 1 } });
  });

  it('count writes and searches like REST, and reject those beyond with the code and the reset', async () => {
    const { memory_id } = await add({ wait: 0 });
    await done(api, 'service_update', { memory_id, text: 'Harbour:\n1) It thaws in March.' });
    await found();
    await listed();
    await done(api, 'service_delete', { memory_id });
    expect(await usage()).toMatchObject({ memory_write: { used: 2 }, memory_search: { used: 1 } });
    const responses = await Promise.all(
      Array.from({ length: 105 }, () => callTool(api, 'service_add', { memory: text, wait: 0 })),
    );
    const rejected = responses.filter(({ isError }) => isError);
    expect(rejected).toHaveLength(7);
    expect(rejected[0]?.text).toMatch(
      /^quota_exceeded: [\s\S]*2026-12-01T00:00:00.000Z[\s\S]*What to do: [\s\S]*Example call: /,
    );
    expect((await api.post('/memories', { text })).status).toBe(429);
    expect(await usage()).toMatchObject({ memory_write: { used: 100, remaining: 0 } });
  });
});

describe('scopes', () => {
  it('a key without the scope of a tool gets a tool error, and lists the tools all the same', async () => {
    const client = async (scope: string) =>
      app.client({ 'X-API-Key': (await app.createKey(account, { scopes: [scope] })).key });
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
    await add({}, writer);
    expect(await found({}, reader)).toHaveLength(1);
  });
});

describe('the content rule', () => {
  it.each([
    ['service_add', { memory: `Deploy:\n1) the token is ${token}` }, 'memory'],
    ['service_add', { text: `Deploy:\n1) the token is ${token}` }, 'text'],
    ['service_add', { memory: text, metadata: { deploy: { token } } }, 'metadata/deploy/token'],
    ['service_add', { memory: text, user_id: token }, 'user_id'],
  ])('rejects a secret in %s %#, names the argument, and never repeats it', async (tool, args, argument) => {
    const response = await callTool(api, tool, args);
    expect(response).toMatchObject({
      isError: true,
      text: expect.stringMatching(new RegExp(`^sensitive_content: ${argument} `)),
    });
    expect(response.text).not.toContain(token);
    expect([await listed(), (await usage()).memory_write.used]).toEqual([[], 0]);
  });

  it('rejects it in an update, and the memory stays', async () => {
    const { memory_id } = await add();
    expect((await callTool(api, 'service_update', { memory_id, text: token })).text).toMatch(
      /^sensitive_content: text /,
    );
    expect((await api.get(`/memories/${memory_id}`)).body.memory).toBe(text);
  });

  it('reports under redact what was taken out, and keeps it out of the corrected text', async () => {
    const face = await app.withServices({ contentPolicy: 'redact' });
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'service_add', arguments: { memory: `- the token is ${token}` } },
    };
    const response = await face.call({ method: 'POST', path: '/mcp', headers: api.headers, body });
    const { structuredContent, content } = response.body.result;
    expect(structuredContent.redacted).toEqual([{ path: 'memory', kind: 'github_token' }]);
    expect(content[0].text).toContain('Taken out before storing: github_token in memory');
    expect(structuredContent.fixed).toContain('[redacted: github_token]');
    expect(response.text).not.toContain(token);
  });
});

describe('Idempotency-Key', () => {
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

  it('makes a repeated write one write with one result, whatever the id of the request', async () => {
    const headers = key();
    const args = { memory: '- poor form', metadata: { project: 'ports' }, wait: 0 };
    const first = await callTool(api, 'service_add', args, headers);
    const body = { jsonrpc: '2.0', id: 99, method: 'tools/call', params: { name: 'service_add', arguments: args } };
    const second = await api.post('/mcp', body, headers);
    expect(second.body.id).toBe(99);
    expect(second.body.result.structuredContent).toEqual(first.data);
    expect(second.body.result.content[0].text).toBe(first.text);
    expect([await listed(), (await usage()).memory_write.used]).toEqual([[first.data.memory_id], 1]);
  });

  it('does so for writes that arrive at once, for updates and for deletes', async () => {
    const headers = key();
    const added = await Promise.all([1, 2, 3].map(() => done(api, 'service_add', { memory: text, wait: 0 }, headers)));
    const [memory_id, ...others] = [...new Set(added.map(({ data }) => data.memory_id))];
    expect(others).toEqual([]);
    for (const [tool, args] of [
      ['service_update', { memory_id, text: 'Harbour:\n1) It thaws.' }],
      ['service_delete', { memory_id }],
    ] as const) {
      const once = key();
      const first = await done(api, tool, args, once);
      expect(await done(api, tool, args, once)).toEqual(first);
    }
    expect((await usage()).memory_write.used).toBe(2);
  });

  it('rejects a key that was used for another write, over REST too', async () => {
    const headers = key();
    await done(api, 'service_add', { memory: text, wait: 0 }, headers);
    const other = await callTool(api, 'service_add', { memory: 'another', wait: 0 }, headers);
    expect(other).toMatchObject({ isError: true, text: expect.stringMatching(/^idempotency_key_reused: /) });
    expect((await api.post('/memories', { text }, headers)).status).toBe(409);
  });

  it('is no hindrance to reading, and a malformed one is a 400', async () => {
    const headers = key();
    await done(api, 'service_search', { query: 'a' }, headers);
    await done(api, 'service_search', { query: 'b' }, headers);
    expect((await rpc(api, 'ping', {}, { 'Idempotency-Key': 'a b' })).status).toBe(400);
  });
});

it('the request log names the tool, the path and mcp, and what was counted', async () => {
  const { memory_id } = await add({ wait: 0 });
  await found();
  await callTool(api, 'service_delete', {});
  await rpc(api, 'tools/list');
  const rows = await until(
    async () => (await api.get('/requests')).body.results.filter(({ path }: { path: string }) => path === '/mcp'),
    ({ length }) => length === 4,
  );
  expect(
    rows.map(({ method, operation, source, status_code }: never) => [method, operation, source, status_code]),
  ).toEqual([
    ['POST', 'callMcp', 'mcp', 200],
    ['POST', 'service_delete', 'mcp', 200],
    ['POST', 'service_search', 'mcp', 200],
    ['POST', 'service_add', 'mcp', 200],
  ]);
  expect(JSON.stringify(rows)).not.toContain(memory_id);
  const { totals, by_operation } = (await api.get('/requests/stats')).body;
  expect(totals).toMatchObject({ memory_write: 1, memory_search: 1 });
  expect(by_operation.map(({ operation }: { operation: string }) => operation)).toContain('service_add');
});
