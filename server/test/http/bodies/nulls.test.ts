import { expect } from 'vitest';
import { write } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, account, api } = useAccount();
const ids = { user_id: null, agent_id: null, run_id: null };
const message = { role: 'user', content: [{ type: null, text: 'the heron' }], name: null };

it('null for an optional field of a body is as good as absent', async () => {
  const rest = { ...ids, metadata: null, infer: null, occurred_at: null, expires_at: null };
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await api.post('/memories', { text: 'the heron', messages: null, ...rest }, key);
  expect(first.status).toBe(202);
  // It is the same request.
  expect((await api.post('/memories', { text: 'the heron' }, key)).text).toBe(first.text);
  const batch = [
    { text: null, messages: [message], ...rest },
    { ...rest, text: 'b' },
    { ...rest, text: null },
  ];
  expect((await api.post('/memories/batch', { memories: batch })).body).toMatchObject({ accepted: 2, rejected: 1 });
  const { id } = first.body;
  const changed = await api.put(`/memories/${id}`, { text: null, metadata: { n: null, m: 1 }, expires_at: null });
  expect([changed.status, changed.body.memory, changed.body.metadata]).toEqual([200, 'the heron', { m: 1 }]);
  const conditions = [{ key: 'n', op: 'eq', value: null }];
  const search = { query: 'heron', top_k: null, filters: null, where: { all: conditions, any: null }, threshold: null };
  expect((await api.post('/search', search)).status).toBe(200);
  const given = { url: 'https://example.com', events: ['memory.ready'], description: 'x', enabled: null };
  const hook = (await account.session.post('/webhooks', given)).body;
  const patched = await account.session.patch(`/webhooks/${hook.id}`, { url: null, description: null });
  expect([patched.status, patched.body.url, patched.body.description]).toEqual([200, hook.url, null]);
});

it('null for the scope of a search is as good as absent, and the response has a warning', async () => {
  await write(api, 'a newt', { user_id: 'alice' });
  const { body } = await api.post('/search', { query: 'newt', ...ids, project: null });
  const warnings = Object.keys(ids).map((name) => ({ code: 'scope_null', message: expect.stringContaining(name) }));
  expect(body.warnings).toEqual(warnings);
  const restrict = { user_id: 'alice' };
  const restricted = app.client({ 'X-API-Key': (await app.createKey(account, { restrict })).key });
  await write(api, 'a newt of Bob', { user_id: 'bob' });
  const { results } = (await restricted.post('/search', { query: 'newt', user_id: null })).body;
  expect(results).toMatchObject([{ memory: 'a newt', end_user_id: 'alice' }]);
});

it.each([
  ['POST', '/api-keys', { label: 'a', scopes: null }, '/body/scopes'],
  ['POST', '/api-keys', { label: 'a', restrict: null }, '/body/restrict'],
  ['POST', '/api-keys', { label: 'a', restrict: { user_id: null } }, '/body/restrict/user_id'],
  ['POST', '/api-keys', { label: null }, '/body/label'],
  ['POST', '/search', { query: null }, '/body/query'],
  ['POST', '/search', { query: 'a', filters: { project: null } }, '/body/filters/project'],
  ['PUT', '/memories/mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2', { text: null, metadata: null }, '/body'],
])('400: %s %s with null where it is no absence: %j', async (method, path, body, location) => {
  const { headers } = path === '/api-keys' ? account.session : api;
  const rejected = await app.call({ method, path, body, headers });
  expect([rejected.status, rejected.body.errors?.[0].path]).toEqual([400, location]);
});
