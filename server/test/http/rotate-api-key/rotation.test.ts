import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { TestAccount, TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register({ plan: 'enterprise' });
});

const rotate = (id: string, overlap_seconds: unknown, headers = {}) =>
  account.session.post(`/api-keys/${id}/rotate`, { overlap_seconds }, headers);
const statusOf = async (key: string) => (await app.client({ 'X-API-Key': key }).get('/memories')).status;

it('201: both keys work during the overlap, and the new one has the label, scopes, restriction and expiry of the old one', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const old = await app.createKey(account, { scopes: ['read'], expires_at, restrict: { user_id: 'alice' } });
  const rotated = await rotate(old.id, 3_600);
  expect(rotated.status).toBe(201);
  expect(rotated.headers['cache-control']).toBe('no-store');
  const { id, key, created_at, replaces } = rotated.body;
  expect(rotated.body).toMatchObject({ label: 'made by a test', scopes: ['read'], expires_at });
  expect(rotated.body.restrict).toEqual({ user_id: 'alice' });
  expect((await app.client({ 'X-API-Key': key }).get('/memories?user_id=bob')).status).toBe(403);
  expect(replaces).toEqual({ id: old.id, ends_at: new Date(Date.parse(created_at) + 3_600_000).toISOString() });
  expect([await statusOf(old.key), await statusOf(key)]).toEqual([200, 200]);
  const { results } = (await account.session.get('/api-keys')).body;
  expect(results.find((one: { id: string }) => one.id === old.id)).toMatchObject({
    ...{ replaced_by: id, expires_at: replaces.ends_at, revoked_at: null },
  });
});

it('201: without an overlap the old key is rejected at once', async () => {
  const old = await app.createKey(account);
  const { status, body } = await rotate(old.id, 0);
  expect([status, await statusOf(old.key), await statusOf(body.key)]).toEqual([201, 401, 200]);
});

it('201: a repeated request with the same Idempotency-Key makes no second key, and does not have the secret', async () => {
  const old = await app.createKey(account);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const [first, again] = [await rotate(old.id, 60, headers), await rotate(old.id, 60, headers)];
  expect(again.status).toBe(201);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.body).toEqual({ ...first.body, key: null });
});

it('400: an overlap beyond a week, below zero, or left out', async () => {
  const { id } = await app.createKey(account);
  for (const overlap of [604_801, -1, 1.5, undefined]) expect((await rotate(id, overlap)).status).toBe(400);
  expect((await rotate(id, 604_800)).status).toBe(201);
});

it('409: a key that was revoked or rotated before', async () => {
  const [revoked, rotated] = [await app.createKey(account), await app.createKey(account)];
  await account.session.delete(`/api-keys/${revoked.id}`);
  await rotate(rotated.id, 60);
  for (const { id } of [revoked, rotated]) {
    const { status, body } = await rotate(id, 60);
    expect([status, body.code]).toEqual([409, 'conflict']);
  }
});

it('409: the 101st live key, of which those in overlap are two', async () => {
  account = await app.register({ plan: 'enterprise' });
  const { id } = await app.createKey(account);
  await Promise.all(Array.from({ length: 97 }, () => app.createKey(account)));
  const rotated = await rotate(id, 60);
  expect(rotated.status).toBe(201);
  const full = await rotate(rotated.body.id, 60);
  expect([full.status, full.body.code]).toEqual([409, 'conflict']);
  expect((await rotate(rotated.body.id, 0)).status).toBe(201);
});
