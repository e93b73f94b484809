import { expect } from 'vitest';
import { find, list, until, untilStatus, write } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, account, api } = useAccount();

it('202: at once with the path of the memory, which is found by its words while it is pending', async () => {
  app.embedder.hold();
  const text = 'Pickle the gooseberries on Friday';
  const metadata = { project: 'orchard', tags: ['pantry'] };
  const { status, body, headers } = await api.post('/memories', { text, metadata });
  const id = expect.stringMatching(/^mem_[0-9A-Z]{26}$/);
  expect([status, body]).toMatchObject([202, { id, memory_id: body.id, status: 'pending', metadata }]);
  expect(headers['location']).toBe(`/memories/${body.id}`);

  const { body: memory } = await api.get(`/memories/${body.id}`);
  const { created_at } = body;
  expect(memory).toMatchObject({
    ...{ id: body.id, memory: text, user_id: account.id, agent_id: null, run_id: null, metadata, version: 1 },
    ...{ status: 'pending', outcome: null, failure: null, created_at, occurred_at: created_at, updated_at: created_at },
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

it('202: the account is stored as user_id, and the user of the request as end_user_id unless it is the account', async () => {
  const users = [{ user_id: 'user-16' }, { user_id: account.id }, {}];
  const ids = await Promise.all(users.map((user) => write(api, 'about somebody', user)));
  const shown = await Promise.all(ids.map((id) => api.get(`/memories/${id}`)));
  const endUsers = shown.map(({ body }) => [body.user_id, body.end_user_id]);
  expect(endUsers).toEqual(['user-16', null, null].map((endUser) => [account.id, endUser]));
});

it('202: the user_id of the request is stored on a server that allows it', async () => {
  const client = (await app.withServices({ restUserId: 'request' })).client(api.headers);
  const given = await client.post('/memories', { text: 'about somebody', user_id: 'user-17' });
  const left = await client.post('/memories', { text: 'about nobody' });
  const { body: shown } = await api.get(`/memories/${given.body.memory_id}`);
  expect([shown.user_id, shown.end_user_id]).toEqual(['user-17', null]);
  expect((await api.get(`/memories/${left.body.memory_id}`)).body.user_id).toBe(account.id);
  expect(await list(api, { user_id: 'user-17' })).toEqual([given.body.memory_id]);
});

const post = (prefer: string) => api.post('/memories', { text: 'waited for' }, { Prefer: prefer });

it.each(['wait=10', 'respond-async, wait=9', 'wait="8"', 'Wait = 7', 'wait=86400'])(
  '201: %s waits until it is ready',
  async (prefer) => {
    const { status, body, headers } = await post(prefer);
    expect([status, body.status, headers['location']]).toEqual([201, 'ready', `/memories/${body.memory_id}`]);
    expect((await api.get(`/memories/${body.memory_id}`)).body.status).toBe('ready');
  },
);

it.each(['wait=1', 'wait', 'wait=', 'wait=soon', 'wait=-5', 'wait=0', 'waiting=5', 'return=minimal'])(
  '202: %s does not wait until it is ready',
  async (prefer) => {
    app.embedder.hold();
    const started = Date.now();
    const response = await post(prefer);
    app.embedder.release();
    expect([response.status, response.body.status]).toEqual([202, 'pending']);
    expect(Date.now() - started).toBeLessThan(3_000);
  },
);

it('202: at once when the memory is deleted meanwhile', async () => {
  app.embedder.hold();
  const waiting = api.post('/memories', { text: 'deleted while waited for', run_id: 'doomed' }, { Prefer: 'wait=10' });
  const [id] = await until(
    () => list(api, { run_id: 'doomed' }),
    (ids) => ids.length === 1,
  );
  expect((await api.delete(`/memories/${id}`)).status).toBe(200);
  const response = await waiting;
  app.embedder.release();
  expect([response.status, response.body.memory_id]).toEqual([202, id]);
});
