import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find, list, until, untilStatus, write, writeFailed, writeReady } from './memory-steps.ts';
import { type Client, startTestApp, type TestAccount, type TestApp } from './start-test-app.ts';

let app: TestApp;
let account: TestAccount;
let api: Client;
beforeAll(async () => {
  app = await startTestApp();
  account = app.first;
  api = account.api;
});
afterAll(() => app.close());

describe('POST /memories', () => {
  it('answers 202 at once with the path of the memory, which is there and found by its words while it is pending', async () => {
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

  it('joins messages to lines of speaker and content, and keeps them as given', async () => {
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

  it('stores the account as user_id, whatever the request says', async () => {
    const id = await write(api, 'about somebody', { user_id: 'user-17' });
    expect((await api.get(`/memories/${id}`)).body.user_id).toBe(account.id);
  });

  it('stores the user_id of the request on a server that lets it', async () => {
    const face = await app.withServices({ restUserId: 'request' });
    const post = (body: object) => face.call({ method: 'POST', path: '/memories', body, headers: api.headers });
    const given = await post({ text: 'about somebody', user_id: 'user-17' });
    const left = await post({ text: 'about nobody' });
    expect((await api.get(`/memories/${given.body.memory_id}`)).body.user_id).toBe('user-17');
    expect((await api.get(`/memories/${left.body.memory_id}`)).body.user_id).toBe(account.id);
    expect(await list(api, { user_id: 'user-17' })).toEqual([given.body.memory_id]);
  });

  it.each([
    ['2024-02-29T23:30:00.5+02:00', '2024-02-29T21:30:00.500Z'],
    ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40.000Z'],
    ['2031-01-01T00:00:00-05:00', '2031-01-01T05:00:00.000Z'],
  ])('keeps when it happened: %s', async (given, kept) => {
    const id = await write(api, 'it happened', { occurred_at: given });
    const { body } = await api.get(`/memories/${id}`);
    expect(body.occurred_at).toBe(kept);
    expect(body.created_at > '2026').toBe(true);
  });

  it('with infer and no language model, keeps the text and says why, already in the 202', async () => {
    const response = await api.post('/memories', { text: 'raw', infer: true, metadata: { a: 1 } });
    expect(response.status).toBe(202);
    expect(response.body.metadata).toEqual({ a: 1, infer_fallback_reason: 'no_llm_configured' });
    const { body } = await api.get(`/memories/${response.body.memory_id}`);
    expect(body).toMatchObject({ memory: 'raw', metadata: response.body.metadata });
  });
});

describe('Prefer: wait', () => {
  const post = (prefer: string) => api.post('/memories', { text: 'waited for' }, { Prefer: prefer });

  it.each(['wait=10', 'respond-async, wait=9', 'wait="8"', 'Wait = 7', 'wait=86400'])(
    '%s: 201 when it is ready',
    async (prefer) => {
      const response = await post(prefer);
      expect(response.status).toBe(201);
      expect(response.body.status).toBe('ready');
      expect(response.headers['location']).toBe(`/memories/${response.body.memory_id}`);
      expect((await api.get(response.headers['location'] as string)).body.status).toBe('ready');
    },
  );

  it('202 when the time is over first', async () => {
    app.embedder.hold();
    const started = Date.now();
    const response = await post('wait=1');
    app.embedder.release();
    expect([response.status, response.body.status]).toEqual([202, 'pending']);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  });

  it.each(['wait', 'wait=', 'wait=soon', 'wait=-5', 'wait=0', 'waiting=5', 'return=minimal'])(
    '%s is ignored: 202 at once',
    async (prefer) => {
      app.embedder.hold();
      const started = Date.now();
      const response = await post(prefer);
      app.embedder.release();
      expect(response.status).toBe(202);
      expect(Date.now() - started).toBeLessThan(3_000);
    },
  );

  it('is let go with 202 when the memory is deleted meanwhile', async () => {
    app.embedder.hold();
    const waiting = api.post(
      '/memories',
      { text: 'deleted while waited for', run_id: 'doomed' },
      { Prefer: 'wait=10' },
    );
    const [id] = await until(
      () => list(api, { run_id: 'doomed' }),
      (ids) => ids.length === 1,
    );
    expect((await api.delete(`/memories/${id}`)).status).toBe(200);
    const response = await waiting;
    app.embedder.release();
    expect([response.status, response.body.memory_id]).toEqual([202, id]);
  });
});

describe('DELETE /memories/{memory_id}', () => {
  it('answers a receipt; nothing finds the memory any more, and a second time is 404', async () => {
    const id = await writeReady(api, 'The okapi escaped through the laundry window', { metadata: { project: 'zoo' } });
    const response = await api.delete(`/memories/${id}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ id, deleted_at: expect.any(String) });
    expect((await api.get(`/memories/${id}`)).status).toBe(404);
    expect(await find(api, 'okapi laundry', { top_k: 100 })).not.toContain(id);
    expect(await find(api, 'an animal got out of the building', { top_k: 100 })).not.toContain(id);
    expect(await list(api, { project: 'zoo' })).toEqual([]);
    expect((await api.delete(`/memories/${id}`)).status).toBe(404);
    expect((await api.put(`/memories/${id}`, { text: 'back again' })).status).toBe(404);
    expect((await api.post(`/memories/${id}/retry`)).status).toBe(404);
  });

  it('holds against an ingest that ends later', async () => {
    app.embedder.hold();
    const id = await write(api, 'a marmot in the attic');
    await until(
      () => api.get(`/memories/${id}`),
      ({ body }) => body.attempts === 1,
    );
    await api.delete(`/memories/${id}`);
    app.embedder.release();
    await writeReady(api, 'written later, so ingested later');
    expect((await api.get(`/memories/${id}`)).status).toBe(404);
    expect(await find(api, 'marmot attic', { top_k: 100 })).not.toContain(id);
  });
});

describe('a memory that failed', () => {
  it('says why, is found by its words, and goes round again when asked', async () => {
    const id = await writeFailed(app, api, 'the pangolin is unembeddable');
    const { body: failed } = await api.get(`/memories/${id}`);
    expect(failed).toMatchObject({ status: 'failed', outcome: null, next_attempt_at: null });
    expect(failed.failure).toEqual({ code: 'embedding_failed', message: expect.any(String) });
    expect(await find(api, 'pangolin', { top_k: 3 })).toContain(id);
    expect(await list(api, { status: 'failed' })).toEqual([id]);

    const response = await api.post(`/memories/${id}/retry`);
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({ memory_id: id, status: 'pending' });
    expect(response.headers['location']).toBe(`/memories/${id}`);
    expect((await untilStatus(api, id, 'ready')).body).toMatchObject({ failure: null, outcome: 'stored', version: 1 });
    expect((await api.post(`/memories/${id}/retry`)).status).toBe(409);
  });

  it('becomes pending again with a new text', async () => {
    const id = await writeFailed(app, api, 'the axolotl is unembeddable');
    const { body } = await api.put(`/memories/${id}`, { text: 'the axolotl is fine' });
    expect(body).toMatchObject({ status: 'pending', failure: null, attempts: 0 });
    await untilStatus(api, id, 'ready');
  });
});

it('while the encoder is away a memory stays pending, visibly, the service says so, and all heals by itself', async () => {
  app.embedder.documentsFail = true;
  const id = await write(api, 'written during an outage');
  const { body } = await until(
    () => api.get(`/memories/${id}`),
    // While an attempt is under way there is no failure yet.
    ({ body }) => body.attempts >= 1 && body.failure !== null,
  );
  expect(body).toMatchObject({ status: 'pending', failure: { code: 'embedder_unavailable' } });
  const readiness = await until(
    () => api.get('/readyz'),
    (response) => response.body.status === 'degraded',
  );
  expect(readiness.status).toBe(200);
  expect(readiness.body).toEqual({ status: 'degraded', reasons: [expect.stringContaining('the encoder is away')] });
  app.embedder.documentsFail = false;
  expect((await untilStatus(api, id, 'ready')).body.attempts).toBeGreaterThan(1);
  const healed = await until(
    () => api.get('/readyz'),
    (response) => response.body.status === 'ready',
  );
  expect(healed.body.reasons).toEqual([]);
});
