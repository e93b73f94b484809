import { expect } from 'vitest';
import { done } from '../../mcp/tool-calls.ts';
import { find, list, write } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';
import type { Client } from '../start-test-app.ts';

const { app, account } = useAccount();
const outside = 'outside_key_restriction';

async function keyFor(restrict: object, more: { scopes?: string[] } = {}): Promise<Client> {
  const { key } = await app.createKey(account, { restrict, ...more });
  return app.client({ 'X-API-Key': key });
}

const read = async (id: string) => (await account.api.get(`/memories/${id}`)).body;
const inProject = (project: unknown) => ({ metadata: { project } });

it('a write gets the user as its user_id where the server takes that from requests', async () => {
  const server = await app.withServices({ restUserId: 'request' });
  const { headers } = await keyFor({ user_id: 'alice' });
  const { body } = await server.call({ method: 'POST', path: '/memories', body: { text: 'tea' }, headers });
  expect(await read(body.id)).toMatchObject({ user_id: 'alice', end_user_id: null });
});

it('a tool gets the user as its user_id, and reaches what was written over REST', async () => {
  const api = await keyFor({ user_id: 'ada' });
  const { data } = await done(api, 'service_add', { memory: 'Tea:\n1) without sugar', wait: 0 });
  expect(data).toMatchObject({ user_id: 'ada', end_user_id: null });
  const overRest = await write(api, 'coffee with milk');
  const listed = await done(api, 'service_list');
  expect(listed.data.results.map(({ id }: { id: string }) => id)).toEqual([overRest, data.memory_id]);
  expect(await list(api)).toEqual([overRest, data.memory_id]);
  expect((await api.delete(`/memories/${data.memory_id}`)).status).toBe(200);
});

it('a tool without an argument for the project is narrowed to it', async () => {
  const api = await keyFor({ project: 'mercury' });
  await write(account.api, 'the capsule has one seat', inProject('gemini'));
  const own = await done(api, 'service_add', { memory: 'Capsule:\n1) It has one seat.', wait: 0 });
  expect(own.data.metadata).toEqual({ project: 'mercury', source: 'mcp' });
  const { data } = await done(api, 'service_search', { query: 'the capsule has one seat' });
  expect(data.results.map(({ id }: { id: string }) => id)).toEqual([own.data.memory_id]);
  // Nor do filters on another project widen a search.
  expect(await find(api, 'capsule', { filters: { project: 'gemini' } })).toEqual([]);
  expect(await find(api, 'capsule', { filters: { project: ['gemini', 'mercury'] } })).toEqual([own.data.memory_id]);
});

it('a new memory may name no further project, and not none', async () => {
  const api = await keyFor({ project: 'apollo' });
  for (const project of ['zeus', ['apollo', 'zeus'], [], null, 5]) {
    const { status, body } = await api.post('/memories', { text: 'tea', ...inProject(project) });
    expect([status, body.code]).toEqual([403, outside]);
  }
  const id = await write(api, 'tea', inProject(['apollo']));
  expect((await read(id)).metadata).toEqual({ project: ['apollo'] });
});

it('an update or a restored version takes no memory out of the project', async () => {
  const api = await keyFor({ project: 'apollo' });
  const id = await write(account.api, 'tea', inProject('zeus'));
  await account.api.put(`/memories/${id}`, inProject('apollo'));
  for (const project of ['zeus', ['apollo', 'zeus'], null]) {
    const { status, body } = await api.put(`/memories/${id}`, inProject(project));
    expect([status, body.code]).toEqual([403, outside]);
  }
  const restored = await api.post(`/memories/${id}/restore`, { version: 1 });
  expect([restored.status, restored.body.code]).toEqual([403, outside]);
  expect(await read(id)).toMatchObject({ version: 2, metadata: { project: 'apollo' } });
  expect((await api.put(`/memories/${id}`, { text: 'coffee', metadata: { seen: true } })).status).toBe(200);
  // One in several projects stays in them.
  const shared = await write(account.api, 'tea', inProject(['apollo', 'zeus']));
  const { body } = await api.put(`/memories/${shared}`, { text: 'coffee' });
  expect(body.metadata).toEqual({ project: ['apollo', 'zeus'] });
});

it('former versions in another project are not shown', async () => {
  const api = await keyFor({ project: 'apollo' });
  const id = await write(account.api, 'a secret of zeus', inProject('zeus'));
  const { created_at } = await read(id);
  await account.api.put(`/memories/${id}`, { text: 'tea', ...inProject('apollo') });
  const { body } = await api.get(`/memories/${id}/versions`);
  expect(body.results.map(({ version }: { version: number }) => version)).toEqual([2]);
  expect((await account.api.get(`/memories/${id}?as_of=${created_at}`)).status).toBe(200);
  expect((await api.get(`/memories/${id}?as_of=${created_at}`)).status).toBe(404);
});

it('an export has no former versions in another project, and an import takes none', async () => {
  const api = await keyFor({ user_id: 'dana', project: 'apollo' });
  const id = await write(account.api, 'a secret of zeus', { user_id: 'dana', ...inProject('zeus') });
  await account.api.put(`/memories/${id}`, { text: 'tea', ...inProject('apollo') });
  await account.api.put(`/memories/${id}`, { text: 'coffee' });
  const exported = async (client: Client) => (await client.get('/export?user_id=dana&versions=true')).text;
  const own = await exported(api);
  expect(JSON.parse(own.split('\n')[1] as string).versions.map(({ text }: { text: string }) => text)).toEqual(['tea']);

  const whole = await exported(account.api);
  expect(whole).toContain('a secret of zeus');
  await account.api.delete(`/memories/${id}`);
  const headers = { ...api.headers, 'Content-Type': 'application/x-ndjson' };
  const imported = async (raw: string) => (await app.call({ method: 'POST', path: '/import', raw, headers })).body;
  expect((await imported(whole)).rejected).toMatchObject([{ line: 2, code: outside }]);
  expect(await imported(own)).toEqual({ accepted: 1, skipped: 0, rejected: [] });
});

it('an expected memory outside is explained like one that does not exist', async () => {
  const api = await keyFor({ agent_id: 'planner' });
  const id = await write(account.api, 'the dog came back', { agent_id: 'writer' });
  const expectedOf = async (expect: string) =>
    (await api.post('/search', { query: 'dog', explain: true, expect })).body.expected;
  const missing = 'mem_00000000000000000000000000';
  expect(await expectedOf(id)).toEqual({ ...(await expectedOf(missing)), memory_id: id });
});

it('a warning does not tell whether a user has memories outside', async () => {
  const api = await keyFor({ project: 'apollo' });
  await write(account.api, 'tea', { user_id: 'carol', ...inProject('zeus') });
  const warned = async (user: string) => (await api.get(`/memories?user_id=${user}`)).body.warnings?.length;
  expect([await warned('carol'), await warned('nobody')]).toEqual([1, 1]);
  expect((await done(api, 'service_list', { user_id: 'carol' })).data.warnings).toHaveLength(1);
});

it('another value is rejected behind a missing scope, before a 400 by the query, and behind a 400 by the body', async () => {
  const api = await keyFor({ user_id: 'alice' });
  const reader = await keyFor({ user_id: 'alice' }, { scopes: ['read'] });
  const codes = [
    reader.post('/memories', { text: 'tea', user_id: 'bob' }),
    api.get('/memories?user_id=bob&limit=0'),
    api.get('/memories?user_id=bob&user_id=alice'),
    api.get('/usage?unknown=1'),
    api.post('/memories', { text: 5, user_id: 'bob' }),
    api.post('/memories', { text: `my key is ${'AKIA'}IOSFODNN7EXAMPLQ`, user_id: 'bob' }),
    api.post('/memories', { text: `my key is ${'AKIA'}IOSFODNN7EXAMPLQ` }),
  ];
  const expected = ['insufficient_scope', outside, outside, outside, 'invalid_request', outside, 'sensitive_content'];
  expect((await Promise.all(codes)).map(({ body }) => body.code)).toEqual(expected);
});

it('a key and a session together are restricted like the key', async () => {
  const { headers } = await keyFor({ user_id: 'alice' });
  const { status } = await app.client({ ...headers, ...account.session.headers }).get('/memories?user_id=bob');
  expect(status).toBe(403);
});
