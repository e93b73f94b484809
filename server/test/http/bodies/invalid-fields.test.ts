import { describe, expect } from 'vitest';
import { metadataOf } from '../metadata-of.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, session } = useAccount();
const secret = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const time = /2026-11-21T09:30:00Z/;
const filter = (project: unknown) => ({ query: 'a', filters: { project } });
const where = (given: unknown) => ({ query: 'a', where: given });
const inAll = (condition: object) => where({ all: [{ key: 'a', ...condition }] });
const one = { key: 'a', op: 'eq', value: 1 };
const numbers = [...Array(1_000).keys()];
const user = (more: object) => ({ messages: [{ role: 'user', content: 'a' }, more] });
const missingId = '/memories/mem_00000000000000000000000000';

/** Bodies, the path of the field that a problem names, and what its message matches. */
const operations: Record<string, [body: unknown, path: string, message: RegExp][]> = {
  'POST /memories': [
    [{ text: 'a', messages: [{ role: 'user', content: 'b' }] }, '/body', /exactly one of text and messages/],
    [{ text: '' }, '/body/text', /^must have at least 1 character$/],
    [{ text: ' \n\t ' }, '/body/text', /blank/],
    [{ text: 'x'.repeat(100_001) }, '/body/text', /100,?000/],
    [{ messages: [{ role: 'user', content: 'x'.repeat(99_995) }] }, '/body/messages', /100,?000/],
    [{ text: 5 }, '/body/text', /must be a string/],
    [{ text: null }, '/body', /exactly one of text and messages/],
    [{ messages: 'hello' }, '/body/messages', /must be an array/],
    [{ messages: [] }, '/body/messages', /at least 1 item/],
    [user({ role: 'robot', content: 'a' }), '/body/messages/1/role', /user, assistant, system, tool/],
    [user({ content: 'a' }), '/body/messages/1/role', /missing/],
    [{ messages: [{ role: 'user', content: ' ' }, { role: 'ai' }] }, '/body/messages', /have no text/],
    [user({ role: 'user', content: 5 }), '/body/messages/1/content', /must be a string or an array/],
    [user({ role: 'user', content: 'a', speaker: 'Ada' }), '/body/messages/1/speaker', /valid names are role, content/],
    [user({ type: 'human', content: 'a' }), '/body/messages/1/type', /did you mean role\?/],
    [user({ role: 'user', parts: [] }), '/body/messages/1/parts', /did you mean content\?/],
    [{ text: 'a', tags: ['b'] }, '/body/tags', /did you mean metadata\?/],
    [{ text: 'a', containerTag: 'b' }, '/body/containerTag', /did you mean user_id\?/],
    [{ text: 'a', agentid: 'x' }, '/body/agentid', /valid names are text, messages, user_id, agent_id/],
    [{ text: 'a', user_id: '' }, '/body/user_id', /at least 1 character: leave it out/],
    [{ text: 'a', run_id: 'i'.repeat(257) }, '/body/run_id', /at most 256 characters/],
    [{ text: 'a', metadata: [] }, '/body/metadata', /must be an object/],
    [{ text: 'a', metadata: metadataOf(16 * 1024 + 1) }, '/body/metadata', /16385 bytes.*16384/],
    [{ text: 'a', infer: 'yes' }, '/body/infer', /must be true or false/],
    [{ text: 'a', occurred_at: '2026-11-21' }, '/body/occurred_at', time],
    [{ text: 'a', occurred_at: '2026-11-21T09:30:00' }, '/body/occurred_at', time],
    [{ text: 'a', occurred_at: '2026-02-30T09:30:00Z' }, '/body/occurred_at', time],
    [{ text: 'a', occurred_at: '2016-12-31T23:59:60Z' }, '/body/occurred_at', time],
    [{ text: 'a', occurred_at: '9999-12-31T23:59:59-05:00' }, '/body/occurred_at', /0000 to 9999/],
    [{ text: 'a', occurred_at: '0000-01-01T00:00:00+05:00' }, '/body/occurred_at', /0000 to 9999/],
    [{ text: 'a', expires_at: '2020-11-21T09:30:00Z' }, '/body/expires_at', /future/],
    [[], '/body', /must be an object/],
  ],
  [`PUT ${missingId}`]: [
    [{}, '/body', /text.*metadata/],
    [{ metadata: metadataOf(16 * 1024 + 1) }, '/body/metadata', /16384/],
    [{ expires_at: '2020-11-21T09:30:00Z' }, '/body/expires_at', /future/],
    [{ text: 'a', agent_id: 'b' }, '/body/agent_id', /valid names are text, metadata/],
  ],
  [`POST ${missingId}/restore`]: [[{ version: 0 }, '/body/version', /^must be at least 1$/]],
  'POST /search': [
    [{}, '/body/query', /missing/],
    [{ query: '😀'.repeat(8_001) }, '/body/query', /at most 8000 characters/],
    [{ query: 'a', top_k: 101 }, '/body/top_k', /between 1 and 100/],
    [{ query: 'a', top_k: 1.5 }, '/body/top_k', /must be a whole number/],
    [{ query: 'a', threshold: -0.1 }, '/body/threshold', /between 0 and 1/],
    [{ query: 'a', threshold: '0.5' }, '/body/threshold', /must be a number/],
    [filter(null), '/body/filters/project', /non-empty array/],
    [filter({ $in: ['a'] }), '/body/filters/project', /non-empty array/],
    [{ query: 'a', filters: Object.fromEntries(numbers.slice(0, 51).entries()) }, '/body/filters', /at most 50 keys/],
    [{ query: 'a', filters: { f: numbers, g: numbers, h: 1 } }, '/body/filters', /at most 2000/],
    [{ query: 'a', filter: {} }, '/body/filter', /\(did you mean filters\?\); valid names are query, user_id/],
    [{ query: 'a', expect: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2' }, '/body/expect', /explain/],
    [where({ not: [one] }), '/body/where/not', /is not a field .* valid names are all, any, none/],
    [inAll({ op: 'like', value: 'x' }), '/body/where/all/0/op', /one of eq, ne, gt/],
    [inAll({ op: 'exists' }), '/body/where/all/0/value', /missing/],
    [inAll({ op: 'eq', value: {} }), '/body/where/all/0/value', /must be a string, a number/],
    [inAll({ op: 'eq', value: [1] }), '/body/where/all/0/value', /one value for eq/],
    [inAll({ op: 'in', value: 1 }), '/body/where/all/0/value', /an array of 1 to 1,000/],
    [inAll({ op: 'in', value: [] }), '/body/where/all/0/value', /null, or a non-empty array of at most 1,000/],
    [inAll({ op: 'exists', value: 1 }), '/body/where/all/0/value', /true or false/],
    [inAll({ op: 'gt', value: null }), '/body/where/all/0/value', /a number or a string for gt/],
    [where({ all: Array(25).fill(one), any: Array(26).fill(one) }), '/body/where', /has 51 conditions .* at most 50/],
  ],
  'POST /api-keys': [
    [{ label: '  ' }, '/body/label', /blank/],
    [{ label: `ci ${secret}` }, '/body/label', /a GitHub token/],
    [{ label: 'a', scopes: ['admin'] }, '/body/scopes/0', /read, write/],
    [{ label: 'a', scopes: ['read', 'read'] }, '/body/scopes', /duplicates/],
    [{ label: 'a', restrict: {} }, '/body/restrict', /at least one of/],
    [{ label: 'a', restrict: { run_id: 'r' } }, '/body/restrict/run_id', /project/],
    [{ label: 'a', restrict: { project: `ci ${secret}` } }, '/body/restrict/project', /a GitHub token/],
    [{ label: 'a', expires_at: '9999-12-31T23:59:59-00:01' }, '/body/expires_at', /0000 to 9999/],
  ],
  'GET /memories': [[{ user_id: 'a' }, '/body', /parameters of the query/]],
  'DELETE /memories?all=true&confirm=0': [[{ user_id: 'a' }, '/body', /parameters of the query/]],
  'POST /webhooks': [
    [{ url: 'https://ada:lovelace@example.com/', events: ['memory.ready'] }, '/body/url', /./],
    [{ url: 'https://example.com/', events: ['memory.created'] }, '/body/events/0', /memory\.ready/],
    [{ url: 'https://example.com/', events: ['memory.ready'], description: ' ' }, '/body/description', /blank/],
    [{ url: 'https://example.com/', events: ['memory.ready'], description: secret }, '/body/description', /GitHub/],
  ],
};

describe.each(Object.entries(operations))('%s rejects, naming the field and the way out,', (operation, cases) => {
  const [method = '', path = ''] = operation.split(' ');
  const titled = cases.map(([body, ...rest]) => [JSON.stringify(body).slice(0, 60), body, ...rest] as const);
  it.for(titled)('%s', async ([_title, body, fieldPath, message]) => {
    const response = await app.call({ method, path, body, headers: session.headers });
    expect([response.status, response.body.code], response.text.slice(0, 500)).toEqual([400, 'invalid_request']);
    const named = response.body.errors.find((error: { path: string }) => error.path === fieldPath);
    expect(named?.message, JSON.stringify(response.body.errors)).toMatch(message);
    expect(response.body.detail).toContain(`${fieldPath} ${named.message}`);
  });
});
