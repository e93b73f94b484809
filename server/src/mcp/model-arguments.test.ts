import { describe, expect, it } from 'vitest';
import { createTools } from './create-tools.ts';
import { readModelArguments } from './model-arguments.ts';
import type { ToolKind } from './tool.ts';

const { tools } = createTools({ mcpToolPrefix: 'service' } as never);
const read = (kind: ToolKind, given: unknown) =>
  readModelArguments(tools.find((tool) => tool.kind === kind) as (typeof tools)[number], given);
const argsOf = (kind: ToolKind, given: unknown) => read(kind, given).args;

it.each<[string, ToolKind, unknown, unknown]>([
  ['blank optional arguments', 'list', { user_id: null, tag: '', limit: null }, {}],
  ['an array in a string', 'add', { metadata: { tags: '["x", "y"]' } }, { metadata: { tags: ['x', 'y'] } }],
  ['an object in a string', 'search', { filters: ' {"project": "p"}' }, { filters: { project: 'p' } }],
  ['all arguments in a string', 'search', '{"query": "a", "top_k": "5"}', { query: 'a', top_k: 5 }],
  ['no arguments', 'list', null, {}],
  ['digits', 'search', { query: '7', top_k: '5', threshold: '0.5' }, { query: '7', top_k: 5, threshold: 0.5 }],
  ['a boolean in a string', 'add', { memory: 'a', infer: 'True' }, { memory: 'a', infer: true }],
  ['one string for a list', 'add', { metadata: { tags: 'x' } }, { metadata: { tags: ['x'] } }],
  ['the names of other tools', 'search', { q: 'a', limit: 3, filter: {} }, { query: 'a', top_k: 3, filters: {} }],
  ['the content of a memory', 'add', { content: 'a', text: '' }, { memory: 'a' }],
  ['the id of a memory', 'update', { id: 'mem_1', memory_id: '', data: 'b' }, { memory_id: 'mem_1', memory: 'b' }],
  ['names in camel case', 'list', { userId: 'u', memoryType: 'fact' }, { user_id: 'u', memory_type: 'fact' }],
  ['a blank key of new metadata', 'add', { metadata: { project: '', x: null } }, { metadata: { x: null } }],
])('understands %s', (_what, kind, given, args) => expect(argsOf(kind, given)).toEqual(args));

it.each<[string, ToolKind, unknown]>([
  ['a blank query', 'search', { query: '' }],
  ['a name beside the argument it means', 'search', { query: 'a', limit: 3, top_k: 4 }],
  ['text that is no JSON', 'search', { query: 'a', filters: '{project}' }],
  ['words for a number', 'search', { query: 'a', top_k: 'five' }],
  ['deep JSON in a string', 'search', { query: 'a', filters: `{"a": ${'['.repeat(200)}${']'.repeat(200)}}` }],
  ['names that every object has', 'list', JSON.parse('{"constructor": null, "__proto__": {"a": 1}}')],
  ['a memory of digits', 'add', { memory: '42', user_id: '7' }],
  ['null for a key to remove', 'update', { memory_id: 'mem_1', metadata: { project: null } }],
])('leaves %s as it is', (_what, kind, given) => expect(argsOf(kind, given)).toEqual(given));

describe('a model that must send every argument', () => {
  const blank = { project: null, area: null, source: null, memory_type: '', tags: [] };

  it('removes no key of metadata by that', () => {
    const given = { memory_id: 'mem_1', memory: 'a', text: null, user_id: null, metadata: { ...blank, area: 'b' } };
    expect(argsOf('update', given)).toEqual({ memory_id: 'mem_1', memory: 'a', metadata: { area: 'b' } });
  });

  it('deletes one memory, and nothing without an id', () => {
    const scope = { user_id: null, agent_id: '', tag: null, confirm: null };
    expect(argsOf('delete', { memory_id: 'mem_1', ...scope })).toEqual({ memory_id: 'mem_1' });
    for (const given of [
      { memory_id: '', ...scope, user_id: 'u' },
      { user_id: '', confirm: 3 },
    ]) {
      expect(() => argsOf('delete', given)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
    expect(argsOf('delete', { user_id: 'u', confirm: 3 })).toEqual({ user_id: 'u', confirm: 3 });
  });

  it('is told which names of the scope were left out', () => {
    expect(read('search', { query: 'a', user_id: '', top_k: null, filters: blank })).toEqual({
      args: { query: 'a' },
      blankScope: [...Object.keys(blank).map((name) => `filters.${name}`), 'user_id'],
    });
    expect(read('list', { user_id: 'u', limit: null }).blankScope).toEqual([]);
  });
});
