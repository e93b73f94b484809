import { describe, expect, it } from 'vitest';
import { writeReady } from '../http/memory-steps.ts';
import { callTool, done, rpc } from './tool-calls.ts';
import { text, useToolAccount } from './use-tool-account.ts';

const mcp = useToolAccount();

describe('the tools', () => {
  it('are six, in the same order every time, each with schemas, a title and hints', async () => {
    const { tools } = (await rpc(mcp.api, 'tools/list')).body.result;
    const names = ['readOnlyHint', 'destructiveHint', 'idempotentHint'];
    type Listed = { name: string; annotations: Record<string, boolean> };
    const hints = tools.map(({ name, annotations }: Listed) => [name, ...names.map((hint) => annotations[hint])]);
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
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema.type).toBe('object');

      expect(JSON.stringify(tool)).not.toMatch(/"(?:\$ref|anyOf|oneOf|allOf)"/);
      if ('user_id' in tool.inputSchema.properties) {
        expect(tool.inputSchema.properties.user_id.description).toMatch(/Omitted: the account/);
      }
    }
    // A client may show a model one of the two without the other.
    for (const { description } of [tools[0], tools[4]]) {
      const rules = /1\) First line[\s\S]*ending with a colon[\s\S]*\n5\) Below 2,000[\s\S]*Never store keys/;
      expect(description).toMatch(rules);
    }
  });

  it('take little room in a conversation: about 2,000 tokens for what a model reads of them', async () => {
    const { tools } = (await rpc(mcp.api, 'tools/list')).body.result;
    const read = tools.map(({ name, description, inputSchema }: never) => ({ name, description, inputSchema }));
    // Four characters a token, as English and JSON have at least.
    expect(JSON.stringify(read).length / 4).toBeLessThan(2_050);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(12_000);
  });

  it('carry the configured prefix in names, descriptions and errors', async () => {
    const client = (await mcp.app.withServices({ mcpToolPrefix: 'acme.memory' })).client(mcp.api.headers);
    const list = await rpc(client, 'tools/list', {});
    const rejected = await rpc(client, 'tools/call', { name: 'acme.memory_delete', arguments: {} });
    expect(rejected.text).toContain('acme.memory_search');
    const usual = await rpc(client, 'tools/call', { name: 'service_add', arguments: {} });
    expect(usual.body.error.code).toBe(-32602);
    const described = await client.get('/mcp');
    for (const response of [list, rejected, described]) {
      expect(response.text).toContain('acme.memory_');
      expect(response.text).not.toContain('service_');
    }
  });
});

describe('service_add', () => {
  it('stores a memory that the next call finds, with all its arguments', async () => {
    const labels = { project: 'ports', area: 'ice', source: 'editor', memory_type: 'fact', tags: ['winter'] };
    const given = { agent_id: 'pilot', run_id: 'r1', metadata: { ...labels, depth: { m: 3 } } };
    const response = await done(mcp.api, 'service_add', { memory: text, ...given, wait: 10 });
    const unchanged = { warnings: [], fixed: null };
    expect(response.data).toMatchObject({ status: 'ready', user_id: mcp.account.id, ...given, ...unchanged });
    expect(response.text).toContain(response.data.memory_id);
    expect(await mcp.found({ query: 'ice on the sea' })).toEqual([response.data.memory_id]);
    const { body } = await mcp.api.get(`/memories/${response.data.memory_id}`);
    expect(body).toMatchObject({ memory: text, ...given, outcome: 'stored' });
  });

  it('takes the time when the memory ends, and every tool shows it', async () => {
    const expires_at = '2026-11-22T09:00:00.000Z';
    const { data, text: output } = await done(mcp.api, 'service_add', { text, wait: 0, expires_at });
    expect([data.expires_at, (await mcp.add()).expires_at]).toEqual([expires_at, null]);
    expect(output).toContain(expires_at);
    for (const [tool, args] of [
      ['service_list', {}],
      ['service_search', { query: 'harbour' }],
    ] as const) {
      const { data: page, text: shown } = await done(mcp.api, tool, args);
      const ends = page.results.map((memory: { expires_at: string | null }) => memory.expires_at);
      expect(ends.toSorted()).toEqual([expires_at, null]);
      expect(shown).toContain(`ends ${expires_at}`);
    }
  });

  it('stores mcp as the source by default, and the reason when facts were not extracted', async () => {
    expect((await mcp.add({ metadata: { project: 'ports' } })).metadata).toEqual({ project: 'ports', source: 'mcp' });
    expect((await mcp.add({ metadata: { source: 'cursor' } })).metadata).toEqual({ source: 'cursor' });
    const inferred = { source: 'mcp', infer_fallback_reason: 'no_llm_configured' };
    expect((await mcp.add({ infer: true })).metadata).toEqual(inferred);
  });

  it('keeps the text as given when its form is poor, warns, and offers a better one', async () => {
    const poor = '- the **harbour** freezes\n- in January';
    const { data, text: output } = await done(mcp.api, 'service_add', { memory: poor });
    expect(data.warnings.map(({ rule }: { rule: string }) => rule)).toEqual(['topic_line', 'bullets', 'bold']);
    expect(data.fixed).toBe('Note:\n1) the harbour freezes\n2) in January');
    expect(output).toContain('> Note:\n> 1) the harbour freezes\n> 2) in January');
    for (const { rule, message } of data.warnings) expect(output).toContain(`${rule}: ${message}`);
    expect((await mcp.api.get(`/memories/${data.memory_id}`)).body.memory).toBe(poor);
    const mongolian = await done(mcp.api, 'service_add', { memory: '- \u1820\u180e\u1820' });
    expect(mongolian.data.fixed).toContain('\u180e');
    expect(mongolian.text).not.toContain('To correct it');
  });
});

describe('service_search', () => {
  it('finds within user, agent, run and metadata', async () => {
    const { memory_id: a } = await mcp.add({ agent_id: 'pilot', run_id: 'r1', metadata: { tags: ['x', 'y'] } });
    const { memory_id: b } = await mcp.add({ agent_id: 'clerk', metadata: { project: 'ports', depth: 5 } });
    expect((await mcp.found()).sort()).toEqual([a, b].sort());
    expect(await mcp.found({ agent_id: 'pilot' })).toEqual([a]);
    expect(await mcp.found({ run_id: 'r1' })).toEqual([a]);
    expect(await mcp.found({ filters: { tags: ['y', 'z'] } })).toEqual([a]);
    expect(await mcp.found({ filters: { depth: 5 } })).toEqual([b]);
    expect(await mcp.found({ top_k: 1 })).toHaveLength(1);
    expect(await mcp.found({ threshold: 1 })).toEqual([]);
  });

  it('returns the same to a model as to a program, and what to try when there is nothing', async () => {
    const { text: hint, data: nothing } = await done(mcp.api, 'service_search', { query: 'harbour' });
    expect([nothing.results, hint]).toEqual([[], expect.stringContaining('service_list')]);
    await mcp.add({ agent_id: 'pilot', metadata: { project: 'ports' } });
    const { data, text: output } = await done(mcp.api, 'service_search', { query: 'harbour' });
    const [hit] = data.results;
    const marked = hit.memory.replaceAll(/^/gm, '> ');
    for (const part of [hit.id, marked, hit.user_id, 'agent_id pilot', '"project":"ports"', hit.created_at]) {
      expect(output).toContain(part);
    }
    expect((await mcp.api.post('/search', { query: 'harbour' })).body.results[0].id).toBe(hit.id);
  });
});

describe('service_list', () => {
  it('narrows by user, project, source, type and tag, and goes on page by page', async () => {
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      const metadata = { project: 'ports', source: 'log', memory_type: 'fact', tags: ['ice'], number };
      ids.unshift((await mcp.add({ metadata, wait: 0 })).memory_id);
    }
    const other = (await mcp.add({ metadata: { project: 'ports' }, wait: 0 })).memory_id;
    const filters = [{ source: 'log' }, { memory_type: 'fact' }, { tag: 'ice' }, { project: 'ports', tag: 'ice' }];
    for (const filter of filters) expect(await mcp.listed(filter)).toEqual(ids);
    expect(await mcp.listed({ project: 'ports', source: 'mcp' })).toEqual([other]);
    expect(await mcp.listed({ user_id: 'nobody' })).toEqual([]);
    const first = await done(mcp.api, 'service_list', { tag: 'ice', limit: 2 });
    expect(first.text).toContain(`cursor ${first.data.next_cursor}`);
    const second = await done(mcp.api, 'service_list', { tag: 'ice', limit: 2, cursor: first.data.next_cursor });
    expect([...first.data.results, ...second.data.results].map(({ id }) => id)).toEqual(ids);
    expect(second.data.next_cursor).toBeNull();
    const rejected = await callTool(mcp.api, 'service_list', { limit: 2, cursor: first.data.next_cursor });
    expect(rejected.text).toContain('cursor comes from a list with other filters');
  });
});

it('service_profile sums up what GET /profile does, and counts as no search', async () => {
  await writeReady(mcp.api, 'Ada prefers tea without sugar.', { metadata: { project: 'apollo' } });
  const { data, text: output } = await done(mcp.api, 'service_profile', { project: 'apollo' });
  expect(data).toEqual((await mcp.api.get('/profile?project=apollo')).body);
  expect(output).toContain(data.summary);
  const nothing = await done(mcp.api, 'service_profile', { project: 'other' });
  expect(nothing.text).toContain('There are no memories here yet');
  expect((await mcp.usage()).memory_search.used).toBe(0);
});

describe('service_update and service_delete', () => {
  it('change a memory: the new text is found, the old one no more, metadata is merged', async () => {
    const { memory_id } = await mcp.add({ metadata: { project: 'ports', draft: true } });
    const changes = { text: 'Airport:\n1) It has two runways.', metadata: { draft: null } };
    const { data } = await done(mcp.api, 'service_update', { memory_id, ...changes });
    expect(data).toMatchObject({ memory_id, version: 2, metadata: { project: 'ports', source: 'mcp' }, warnings: [] });
    expect(await mcp.found({ query: 'runways' })).toEqual([memory_id]);
    expect((await mcp.api.get(`/memories/${memory_id}`)).body.memory).toBe(changes.text);
    const warned = await done(mcp.api, 'service_update', { memory_id, memory: 'It has **one**.' });
    expect(warned.data).toMatchObject({ version: 3, fixed: 'Note:\n1) It has one.' });
    expect((await done(mcp.api, 'service_update', { memory_id, metadata: { seen: true } })).data.warnings).toEqual([]);
  });

  it('delete a scope with the number that matches, and nothing without it or with another', async () => {
    const scope = { user_id: 'heidi', project: 'moor' };
    for (const memory of ['a bog', 'a fen']) {
      await done(mcp.api, 'service_add', { memory, user_id: 'heidi', metadata: { project: 'moor' } });
    }
    const { memory_id } = (await done(mcp.api, 'service_add', { memory: 'a hill', user_id: 'heidi' })).data;
    const counted = await done(mcp.api, 'service_delete', scope);
    const warnings = [expect.objectContaining({ code: 'not_confirmed' })];
    expect(counted.data).toEqual({ matched: 2, deleted: 0, warnings });
    expect(counted.text).toContain('confirm 2');
    const unknown = await done(mcp.api, 'service_delete', { user_id: 'Heidi', confirm: 0 });
    expect(unknown.text).toMatch(/^The scope matches no memories, so nothing was deleted\.\nWarning: No memory/);
    const rejection = async (more: object) => (await callTool(mcp.api, 'service_delete', { ...scope, ...more })).text;
    expect(await rejection({ confirm: 3 })).toMatch(/^confirmation_mismatch: /);
    expect(await rejection({ memory_id })).toMatch(/^invalid_request: memory_id /);
    const { data } = await done(mcp.api, 'service_delete', { ...scope, confirm: 2 });
    expect(data).toEqual({ matched: 2, deleted: 2, deletion_id: expect.stringMatching(/^del_/), status: 'done' });
    const { results } = (await done(mcp.api, 'service_list', { user_id: 'heidi' })).data;
    expect(results.map(({ id }: { id: string }) => id)).toEqual([memory_id]);
  });
});

const memory_id = 'mem_00000000000000000000000000';
it.each([
  ['add', {}, 'memory is missing'],
  ['add', { memory: '  ' }, 'memory is blank'],
  ['add', { text: 'a', memory: 'b' }, 'memory and text are aliases'],
  [
    'add',
    { memory: 'a', memory_type: 'x' },
    'memory_type is not a field of this request (did you mean metadata?); valid names are memory',
  ],
  ['add', { memory: 'a', metadata: { n: 2 ** 60 } }, 'metadata/n is an integer beyond'],
  ['add', { memory: 'a', wait: 11 }, 'wait must be between 0 and 10'],
  ['add', { memory: 'a', user_id: 'u'.repeat(257) }, 'user_id must have at most 256 characters'],
  ['add', 'x', 'arguments must be an object'],
  ['add', { memory: 'a', expires_at: '2026-11-21T09:00:00Z' }, 'expires_at '],
  // It would be read in the zone of the server.
  ['add', { memory: 'a', expires_at: '2026-11-22T09:00:00' }, 'expires_at '],
  ['search', {}, 'query is missing: send a string'],
  ['search', { query: ' ' }, 'query is blank'],
  ['search', { query: 'a', top_k: 0 }, 'top_k must be between 1 and 100'],
  ['search', { query: 'a', project: 'x' }, 'project is not a field'],
  ['update', { text: 'x' }, 'memory_id is missing: call service_search'],
  ['update', { memory_id, text: 'a', memory: 'b' }, 'are aliases'],
  ['update', { memory_id }, 'memory and metadata are both missing'],
  ['update', { memory_id, text: ' ' }, 'text is blank'],
  ['delete', {}, 'memory_id is missing: call service_search'],
])(
  'service_%s rejects %j in words a model can act on, with an example, and counts nothing',
  async (tool, args, words) => {
    const response = await callTool(mcp.api, `service_${tool}`, args);
    expect(response).toMatchObject({ isError: true, data: undefined, text: expect.stringContaining(words) });
    expect(response.text).toMatch(/^invalid_request: [\s\S]*What to do: [\s\S]*Example call: service_\w+ \{"/);
    expect(await mcp.usage()).toMatchObject({ memory_write: { used: 0 }, memory_search: { used: 0 } });
  },
);
