import { expect } from 'vitest';
import { accounts } from '../../../src/domain/accounts/kinds.ts';
import { until, write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { TestAccount, TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

const remove = ({ session }: TestAccount, password: string) =>
  app.call({ method: 'DELETE', path: '/auth/me', body: { password }, headers: session.headers });

it('202: all credentials end at once, and the account is gone soon; the email registers again', async () => {
  const account = await app.register({ plan: 'enterprise' });
  const other = await app.register();
  await write(account.api, 'the harbour freezes in January');
  const token = await app.logIn(account);
  const { status, body } = await remove(account, account.password);
  expect([status, body]).toEqual([
    202,
    {
      deletion_id: expect.stringMatching(/^del_/),
      counts: { memories: 1, api_keys: 1, sessions: 2, requests: expect.any(Number) },
    },
  ]);
  for (const headers of [account.session.headers, account.api.headers, { Authorization: `Bearer ${token}` }]) {
    expect((await app.client(headers).get('/memories')).status).toBe(401);
  }
  const { email, password } = account;
  expect((await app.client({}).post('/auth/login', { email, password })).status).toBe(401);
  const { records } = app.services;
  expect(
    await until(
      () => records.scan(accounts, 'deletion', { of: [], limit: 9 }),
      (pending) => pending.length === 0,
    ),
  ).toEqual([]);
  expect((await other.session.get('/auth/me')).status).toBe(200);
  expect((await app.client({}).post('/auth/register', { email, password })).status).toBe(201);
});

it('400: a wrong password, and nothing ends', async () => {
  const account = await app.register();
  const { status, body } = await remove(account, 'not the password');
  expect([status, body.errors[0].path]).toEqual([400, '/body/password']);
  expect((await account.session.get('/auth/me')).status).toBe(200);
});
