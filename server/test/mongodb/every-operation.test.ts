import { expect, it } from 'vitest';
import { operations } from '../http/check-response.ts';
import { goodCall, successesOf } from '../http/good-calls.ts';
import { find, idsOf, list, writeReady } from '../http/memory-steps.ts';
import { later, useTestApp } from '../http/shared-apps.ts';

/** What the operations do is tested on SQLite, and what a store must do in the contracts of the ports. */
const app = useTestApp();
const api = later(() => app.first.api);

it.each(operations)('$id succeeds on MongoDB', async (operation) => {
  const response = await app.call(await goodCall(app, app.first, operation.id));
  expect(successesOf(operation), response.text).toContain(response.status);
});

it('a memory is found, listed and changed, and gone once it is deleted', async () => {
  const scope = { agent_id: 'keeper' };
  const metadata = { project: 'lighthouse', tags: ['bird'] };
  const id = await writeReady(api, 'The seagull is fed every morning', { ...scope, metadata });
  const other = await writeReady(api, 'The lamp is cleaned on Fridays', scope);
  expect(await find(api, 'seagull', scope)).toContain(id);
  expect((await find(api, 'an animal gets its breakfast', scope))[0]).toBe(id);
  expect(await find(api, 'fed', { filters: { project: 'lighthouse', tags: 'bird' } })).toEqual([id]);
  expect(await find(api, 'fed', { filters: { project: 'harbour' } })).toEqual([]);
  expect(await list(api, { ...scope, tag: 'bird' })).toEqual([id]);
  const page = await api.get('/memories?agent_id=keeper&limit=1');
  expect(idsOf(page)).toEqual([other]);
  expect(await list(api, { ...scope, limit: '1', cursor: page.body.next_cursor })).toEqual([id]);
  expect((await api.put(`/memories/${id}`, { text: 'The heron is fed at noon' })).body.version).toBe(2);
  expect(await find(api, 'heron', scope)).toContain(id);
  expect((await api.delete(`/memories/${id}`)).status).toBe(200);
  expect(await list(api, scope)).toEqual([other]);
});

it('profile, usage and request log hold what the account did', async () => {
  const account = await app.register();
  await account.api.post('/memories', { text: 'Ana prefers tea', metadata: { project: 'tea' } });
  await account.api.post('/search', { query: 'tea' });
  const profile = (await account.api.get('/profile')).body;
  expect(profile).toMatchObject({ memory_count: 1, preferences: [{ text: 'Ana prefers tea' }] });
  expect(profile.projects).toMatchObject([{ name: 'tea', count: 1 }]);
  const usage = (await account.api.get('/usage')).body;
  expect(usage).toMatchObject({ memory_write: { used: 1 }, memory_search: { used: 1 }, projects: { used: 1 } });
  const logged = async (path: string) => (await account.api.get(path)).body;
  await expect.poll(async () => (await logged('/requests?operation=searchMemories')).total).toBe(1);
  expect((await logged('/requests/stats')).totals).toMatchObject({ memory_write: 1, memory_search: 1 });
});
