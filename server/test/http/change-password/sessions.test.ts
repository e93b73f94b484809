import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let anyone: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  anyone = app.client({});
});

const bearer = (token: string) => app.client({ Authorization: `Bearer ${token}` });

it('204: ends all other tokens, not the current one and no key', async () => {
  const account = await app.register();
  const other = await app.logIn(account);
  const change = { current_password: account.password, new_password: 'nine brave otters' };
  expect((await account.session.put('/auth/password', change)).status).toBe(204);
  expect((await account.session.get('/auth/me')).status).toBe(200);
  expect((await bearer(other).get('/auth/me')).status).toBe(401);
  expect((await account.api.get('/memories')).status).toBe(200);
  const logIn = (given: string) => anyone.post('/auth/login', { email: account.email, password: given });
  expect((await logIn(account.password)).status).toBe(401);
  expect((await logIn('nine brave otters')).status).toBe(200);
});

it('204: ends the keys as well when asked to', async () => {
  const account = await app.register();
  const change = { current_password: account.password, new_password: 'nine brave otters', revoke_api_keys: true };
  expect((await account.session.put('/auth/password', change)).status).toBe(204);
  expect((await account.api.get('/memories')).status).toBe(401);
  expect((await account.session.post('/api-keys', { label: 'a new one' })).status).toBe(201);
});

it('400: without the present password, and nothing changes', async () => {
  const account = await app.register();
  const change = { current_password: 'a wrong guess', new_password: 'nine brave otters' };
  const response = await account.session.put('/auth/password', change);
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path: '/body/current_password', message: 'is not the current password' }]);
  expect(await app.logIn(account)).toEqual(expect.any(String));
});
