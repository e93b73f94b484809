import { expect } from 'vitest';
import { find, list, untilStatus, write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client, TestAccount, TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register({ plan: 'enterprise' });
  api = account.api;
});

it('202: at once with the path of the memory, which is found by its words while it is pending', async () => {
  app.embedder.hold();
  const metadata = { project: 'orchard', tags: ['pantry'] };
  const response = await api.post('/memories', { text: 'Pickle the gooseberries on Friday', metadata });
  expect(response.status).toBe(202);
  expect(response.body).toMatchObject({
    memory_id: expect.stringMatching(/^mem_[0-9A-Z]{26}$/),
    status: 'pending',
    metadata,
  });
  expect(response.headers['location']).toBe(`/memories/${response.body.memory_id}`);

  const { body: memory } = await api.get(response.headers['location'] as string);
  expect(memory).toMatchObject({
    id: response.body.memory_id,
    memory: 'Pickle the gooseberries on Friday',
    user_id: account.id,
    agent_id: null,
    run_id: null,
    metadata,
    status: 'pending',
    outcome: null,
    failure: null,
    version: 1,
    created_at: response.body.created_at,
    occurred_at: response.body.created_at,
    updated_at: response.body.created_at,
  });
  expect(memory.next_attempt_at).not.toBeNull();
  expect(memory).not.toHaveProperty('messages');
  expect(await find(api, 'gooseberry')).toEqual([memory.id]);
  expect(await find(api, 'preserving fruit for the winter')).not.toContain(memory.id);

  app.embedder.release();
  const { body: ready } = await untilStatus(api, memory.id, 'ready');
  expect(ready).toMatchObject({ outcome: 'stored', failure: null, next_attempt_at: null, attempts: 1, version: 1 });
  expect(await find(api, 'preserving fruit for the winter')).toContain(memory.id);
});

it('202: messages are joined to lines of speaker and content, and kept as given', async () => {
  const messages = [
    { role: 'user', name: 'Ada', content: 'Can we make February? ' },
    { role: 'assistant', content: 'No.\nMarch is safe.' },
  ];
  const response = await api.post('/memories', { messages, run_id: 'standup' });
  const { body: memory } = await api.get(`/memories/${response.body.memory_id}`);
  expect(memory).toMatchObject({
    memory: 'Ada: Can we make February? \nassistant: No.\nMarch is safe.',
    messages,
    run_id: 'standup',
  });
});

it('202: the account is stored as user_id, and the user of the request as end_user_id unless it is the account', async () => {
  const users = [{ user_id: 'user-16' }, { user_id: account.id }, {}];
  const ids = await Promise.all(users.map((user) => write(api, 'about somebody', user)));
  const shown = await Promise.all(ids.map((id) => api.get(`/memories/${id}`)));
  const endUsers = shown.map(({ body }) => [body.user_id, body.end_user_id]);
  expect(endUsers).toEqual(['user-16', null, null].map((endUser) => [account.id, endUser]));
});

it('202: the id of the memory is both id and memory_id', async () => {
  const { body } = await api.post('/memories', { text: 'about somebody' });
  expect(body.id).toMatch(/^mem_/);
  expect(body.id).toBe(body.memory_id);
});

it('202: the user_id of the request is stored on a server that allows it', async () => {
  const server = await app.withServices({ restUserId: 'request' });
  const post = (body: object) => server.call({ method: 'POST', path: '/memories', body, headers: api.headers });
  const given = await post({ text: 'about somebody', user_id: 'user-17' });
  const left = await post({ text: 'about nobody' });
  const { body: shown } = await api.get(`/memories/${given.body.memory_id}`);
  expect([shown.user_id, shown.end_user_id]).toEqual(['user-17', null]);
  expect((await api.get(`/memories/${left.body.memory_id}`)).body.user_id).toBe(account.id);
  expect(await list(api, { user_id: 'user-17' })).toEqual([given.body.memory_id]);
});

it.each([
  ['2024-02-29T23:30:00.5+02:00', '2024-02-29T21:30:00.500Z'],
  ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40.000Z'],
  ['2031-01-01T00:00:00-05:00', '2031-01-01T05:00:00.000Z'],
])('202: keeps when it happened: %s', async (given, kept) => {
  const id = await write(api, 'it happened', { occurred_at: given });
  const { body } = await api.get(`/memories/${id}`);
  expect(body.occurred_at).toBe(kept);
  expect(body.created_at > '2026').toBe(true);
});

it('202: infer without a language model keeps the text and gives the reason', async () => {
  const response = await api.post('/memories', { text: 'raw', infer: true, metadata: { a: 1 } });
  expect(response.status).toBe(202);
  expect(response.body.metadata).toEqual({ a: 1, infer_fallback_reason: 'no_llm_configured' });
  const { body } = await api.get(`/memories/${response.body.memory_id}`);
  expect(body).toMatchObject({ memory: 'raw', metadata: response.body.metadata });
});
