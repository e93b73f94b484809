import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

it('200: newest first, revoked keys included', async () => {
  const account = await app.register();
  const made = [await app.createKey(account), await app.createKey(account), await app.createKey(account)];
  await account.session.delete(`/api-keys/${made[1]?.id}`);
  const { results } = (await account.session.get('/api-keys')).body;
  const ids = results.map(({ id }: { id: string }) => id);
  expect(ids.slice(0, 3)).toEqual(made.map(({ id }) => id).reverse());
  expect(results.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it('200: with the time of the last use, also when that was a moment ago', async () => {
  const { id, key } = await app.createKey(app.first);
  const lastUse = async () => {
    const { results } = (await app.first.session.get('/api-keys')).body;
    return results.find((one: { id: string }) => one.id === id).last_used_at;
  };
  expect(await lastUse()).toBeNull();
  const before = new Date().toISOString();
  await app.client({ 'X-API-Key': key }).get('/memories');
  expect((await lastUse()) >= before).toBe(true);
});
