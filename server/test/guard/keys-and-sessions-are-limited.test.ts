import { expect } from 'vitest';
import { it, useAccount } from '../http/shared-apps.ts';

const { app, account } = useAccount();

it('an account has at most fifty sessions: the oldest ends when another begins', async () => {
  const clients = [account.session];
  while (clients.length < 51) clients.push(app.client({ Authorization: `Bearer ${await app.logIn(account)}` }));
  const statuses = await Promise.all(clients.map(async (client) => (await client.get('/auth/me')).status));
  expect(statuses).toEqual([401, ...Array(50).fill(200)]);
});
