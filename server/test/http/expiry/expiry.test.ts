import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { find, list, write, writeReady } from '../memory-steps.ts';
import { type Client, startTestApp, type TestApp } from '../start-test-app.ts';

let now: number;
let app: TestApp;
let api: Client;
beforeAll(async () => {
  now = Date.now();
  app = await startTestApp({}, { clock: { now: () => now } });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ api } = await app.register({ plan: 'enterprise' }));
});

const hour = 3_600_000;
/** Returns a time in an hour, in milliseconds and as text. */
function inAnHour() {
  const end = now + hour;
  return { end, expires_at: new Date(end).toISOString() };
}
const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() });

it('404: from the very instant of expires_at on for every operation on the memory, and not before', async () => {
  const { end, expires_at } = inAnHour();
  const id = await writeReady(api, 'The ferry leaves at nine', { expires_at });
  const path = `/memories/${id}`;
  expect((await api.put(path, { text: 'The ferry leaves at ten' })).body).toMatchObject({ expires_at, version: 2 });
  const writtenAt = (await api.get(path)).body.updated_at;
  now = end - 1;
  expect((await api.get(path)).body).toMatchObject({ expires_at });
  expect((await api.get(`${path}/versions`)).body.results).toHaveLength(2);
  now = end;
  const responses = [
    await api.get(path),
    await api.get(`${path}?as_of=${writtenAt}`),
    await api.get(`${path}/versions`),
    await api.put(path, { expires_at: null }),
    await api.post(`${path}/retry`),
    await api.post(`${path}/restore`, { version: 1 }),
    await api.delete(path),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
});

it('200: search, list and profile leave it out from that instant on, also when they were asked before', async () => {
  const { end, expires_at } = inAnHour();
  const kept = await writeReady(api, 'Ada prefers tea');
  const id = await writeReady(api, 'Ada prefers coffee', { expires_at, metadata: { project: 'bar' } });
  const profile = async () => {
    const { projects, recent } = (await api.get('/profile')).body;
    return [projects.length, recent.length];
  };
  const query = { query: 'Ada prefers coffee' };
  now = end - 1;
  const { results } = (await api.post('/search', query)).body;
  expect(results).toMatchObject([
    { id, expires_at },
    { id: kept, expires_at: null },
  ]);
  expect([await list(api), await profile()]).toEqual([
    [id, kept],
    [1, 2],
  ]);
  now = end;
  expect([await find(api, query.query), await list(api), await profile()]).toEqual([[kept], [kept], [0, 1]]);
});

it('400: a time that is not in the future, on create and PUT, and in a batch for its item alone', async () => {
  const id = await write(api, 'lasting');
  const expires_at = new Date(now).toISOString();
  const rejections = [
    await api.post('/memories', { text: 'a', expires_at }),
    await api.put(`/memories/${id}`, { expires_at }),
  ];
  for (const { status, body } of rejections) {
    expect([status, body.errors]).toMatchObject([400, [{ path: '/body/expires_at', message: /future/ }]]);
  }
  const batch = await api.post('/memories/batch', {
    memories: [
      { text: 'a', expires_at },
      { text: 'b', expires_at: inAnHour().expires_at },
    ],
  });
  expect(batch.body).toMatchObject({ accepted: 1, rejected: 1 });
  expect(batch.body.results[0].error.errors).toMatchObject([{ path: '/body/memories/0/expires_at' }]);
});

it('200: PUT moves the time and null takes it away, each as a new version; a restore leaves it', async () => {
  const { end, expires_at } = inAnHour();
  const id = await write(api, 'first text');
  const put = async (body: object) => (await api.put(`/memories/${id}`, body)).body;
  expect(await put({ expires_at, text: 'second text' })).toMatchObject({ expires_at, version: 2 });
  const restored = await api.post(`/memories/${id}/restore`, { version: 1 });
  expect(restored.body).toMatchObject({ memory: 'first text', expires_at, version: 3 });
  expect(await put({ metadata: { a: 1 } })).toMatchObject({ expires_at, version: 4 });
  expect(await put({ expires_at: null })).toMatchObject({ expires_at: null, version: 5, memory: 'first text' });
  now = end + 1;
  expect((await api.get(`/memories/${id}`)).body).toMatchObject({ expires_at: null, metadata: { a: 1 } });
});

it('404: a repeated PUT of a memory that has expired meanwhile; a repeated POST gets its 202', async () => {
  const { end, expires_at } = inAnHour();
  const [creating, changing, lasting] = [keyed(), keyed(), keyed()];
  const create = () => api.post('/memories', { text: 'soon gone', expires_at }, creating);
  const batch = () => api.post('/memories/batch', { memories: [{ text: 'a', expires_at }] }, lasting);
  const [created, many] = [await create(), await batch()];
  const change = () => api.put(`/memories/${created.body.id}`, { text: 'changed', expires_at }, changing);
  expect((await change()).status).toBe(200);
  now = end;
  for (const [first, again] of [
    [created, await create()],
    [many, await batch()],
  ] as const) {
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      first.status,
      first.text,
      'true',
    ]);
  }
  expect((await change()).status).toBe(404);
  await app.services.sweepExpired();
  expect([(await change()).status, (await create()).status]).toEqual([404, 202]);
});

it('202: a place in the plan is free after the sweep, which removes what has expired and nothing else', async () => {
  const free = await app.register();
  const { end, expires_at } = inAnHour();
  await write(free.api, 'first', { expires_at, metadata: { project: 'one' } });
  const kept = await write(free.api, 'kept');
  const second = () => free.api.post('/memories', { text: 'second', metadata: { project: 'two' } });
  expect((await second()).status).toBe(403);
  now = end;
  expect((await second()).status).toBe(403);
  await app.services.sweepExpired();
  const { status, body } = await second();
  expect(status).toBe(202);
  expect(await list(free.api)).toEqual([body.id, kept]);
});
