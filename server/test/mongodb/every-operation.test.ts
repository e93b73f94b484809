import { expect, it } from 'vitest';
import { operations } from '../http/check-response.ts';
import { goodCall, successesOf } from '../http/good-calls.ts';
import { useTestApp } from '../http/shared-apps.ts';

/** What the operations do is tested on SQLite, and what a store must do in the contracts of the ports. */
const app = useTestApp();

it.each(operations)('$id succeeds on MongoDB', async (operation) => {
  const response = await app.call(await goodCall(app, app.first, operation.id));
  expect(successesOf(operation), response.text).toContain(response.status);
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
