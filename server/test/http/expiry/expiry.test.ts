import { expect, it } from 'vitest';
import { find, list, write, writeReady } from '../memory-steps.ts';
import { useClockedAccount } from '../shared-apps.ts';

const { api, clock } = useClockedAccount({ plan: 'enterprise' });

const hour = 3_600_000;

/** Returns a time in an hour, in milliseconds and as text. */
function inAnHour() {
  const end = clock.time + hour;
  return { end, expires_at: new Date(end).toISOString() };
}

it('404: from the very instant of expires_at on for every operation on the memory, and not before', async () => {
  const { end, expires_at } = inAnHour();
  const id = await writeReady(api, 'The ferry leaves at nine', { expires_at });
  const path = `/memories/${id}`;
  expect((await api.put(path, { text: 'The ferry leaves at ten' })).body).toMatchObject({ expires_at, version: 2 });
  const writtenAt = (await api.get(path)).body.updated_at;
  clock.time = end - 1;
  expect((await api.get(path)).body).toMatchObject({ expires_at });
  expect((await api.get(`${path}/versions`)).body.results).toHaveLength(2);
  clock.time = end;
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
  clock.time = end - 1;
  const { results } = (await api.post('/search', query)).body;
  expect(results).toMatchObject([
    { id, expires_at },
    { id: kept, expires_at: null },
  ]);
  expect(await list(api)).toEqual([id, kept]);
  expect(await profile()).toEqual([1, 2]);
  clock.time = end;
  expect([await find(api, query.query), await list(api), await profile()]).toEqual([[kept], [kept], [0, 1]]);
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
  clock.time = end + 1;
  expect((await api.get(`/memories/${id}`)).body).toMatchObject({ expires_at: null, metadata: { a: 1 } });
});
