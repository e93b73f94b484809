import { expect } from 'vitest';
import { it, useAccount } from '../http/shared-apps.ts';

const { app, account } = useAccount();

it('an account has at most 100 live keys, also when they are created at once, and their list comes in pages', async () => {
  const create = () => account.session.post('/api-keys', { label: 'one of many' });
  const statuses = (await Promise.all(Array.from({ length: 110 }, create))).map(({ status }) => status);
  // The test account began with one.
  expect(statuses.toSorted()).toEqual([...Array(99).fill(201), ...Array(11).fill(409)]);
  const ids: string[] = [];
  for (let query = 'limit=40'; query !== ''; ) {
    const { body } = await account.session.get(`/api-keys?${query}`);
    ids.push(...body.results.map(({ id }: { id: string }) => id));
    query = body.next_cursor === null ? '' : `limit=40&cursor=${body.next_cursor}`;
  }
  expect(ids).toHaveLength(100);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect((await account.session.get('/api-keys?cursor=bm90IG91cnM')).status).toBe(400);
  await account.session.delete(`/api-keys/${ids[0]}`);
  expect((await create()).status).toBe(201);
});

it('an account has at most fifty sessions: the oldest ends when another begins', async () => {
  const clients = [account.session];
  while (clients.length < 51) clients.push(app.client({ Authorization: `Bearer ${await app.logIn(account)}` }));
  const statuses = await Promise.all(clients.map(async (client) => (await client.get('/auth/me')).status));
  expect(statuses).toEqual([401, ...Array(50).fill(200)]);
});
