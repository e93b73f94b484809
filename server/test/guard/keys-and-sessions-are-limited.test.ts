import { expect } from 'vitest';
import { it } from '../http/shared-apps.ts';
import type { TestAccount, TestApp } from '../http/start-test-app.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register();
});

it('the list of keys comes in pages, each key once', async () => {
  await Promise.all(Array.from({ length: 49 }, () => app.createKey(account)));
  const ids: string[] = [];
  let query = 'limit=20';
  for (;;) {
    const { status, body } = await account.session.get(`/api-keys?${query}`);
    expect(status).toBe(200);
    ids.push(...body.results.map(({ id }: { id: string }) => id));
    if (body.next_cursor === null) break;
    query = `limit=20&cursor=${body.next_cursor}`;
  }
  // The test account began with one.
  expect(ids).toHaveLength(50);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect((await account.session.get('/api-keys?cursor=bm90IG91cnM')).status).toBe(400);
});

it('an account has at most fifty sessions: the oldest ends when another begins', async () => {
  const clients = [account.session];
  while (clients.length < 51) clients.push(app.client({ Authorization: `Bearer ${await app.logIn(account)}` }));
  const statuses = await Promise.all(clients.map(async (client) => (await client.get('/auth/me')).status));
  expect(statuses).toEqual([401, ...Array(50).fill(200)]);
});
