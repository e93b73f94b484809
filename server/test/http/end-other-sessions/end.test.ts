import { expect } from 'vitest';
import { it } from '../shared-apps.ts';

it('200: ends every session of the account but that of the request', async ({ apps }) => {
  const app = await apps.open();
  const [account, other] = [await app.register(), await app.register()];
  const tokens = [await app.logIn(account), await app.logIn(account)];
  expect((await account.session.delete('/auth/sessions?others=true')).body).toEqual({ ended: 2 });
  for (const token of tokens) {
    expect((await app.client({ Authorization: `Bearer ${token}` }).get('/auth/me')).status).toBe(401);
  }
  for (const { session, api } of [account, other]) {
    expect([(await session.get('/auth/me')).status, (await api.get('/memories')).status]).toEqual([200, 200]);
  }
});

it('400: without a word about which sessions are meant', async ({ apps }) => {
  const { first } = await apps.open();
  for (const query of ['', '?others=false']) {
    expect((await first.session.delete(`/auth/sessions${query}`)).status).toBe(400);
  }
});

it('200: a repeated request with the same Idempotency-Key ends no session that has begun since', async ({ apps }) => {
  const app = await apps.open();
  const account = await app.register();
  await app.logIn(account);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const end = () => account.session.delete('/auth/sessions?others=true', headers);
  expect((await end()).body).toEqual({ ended: 1 });
  const token = await app.logIn(account);
  const again = await end();
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, { ended: 1 }, 'true']);
  expect((await app.client({ Authorization: `Bearer ${token}` }).get('/auth/me')).status).toBe(200);
});
