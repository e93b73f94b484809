import { expect } from 'vitest';
import { until } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

it('201: the key itself is shown this once, with everything about it', async () => {
  const { session, id: user_id } = app.first;
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const response = await session.post('/api-keys', { label: 'réport job 😀', scopes: ['read'], expires_at });
  expect(response.status).toBe(201);
  expect(response.headers['cache-control']).toBe('no-store');
  const { key, ...shown } = response.body;
  expect(key).toMatch(/^mnk_[0-9A-Za-z]{33}$/);
  const expected = {
    id: expect.stringMatching(/^key_/),
    user_id,
    label: 'réport job 😀',
    key_prefix: key.slice(0, 12),
    scopes: ['read'],
    restrict: null,
    expires_at,
  };
  expect(shown).toEqual({ ...expected, created_at: expect.any(String) });

  const listed = await session.get('/api-keys');
  expect(listed.text).not.toContain(key);
  expect(listed.body.results[0]).toEqual({ ...shown, last_used_at: null, revoked_at: null, replaced_by: null });
});

it('201: by default the key may read and write and never expires', async () => {
  const { body } = await app.first.session.post('/api-keys', { label: 'plain' });
  expect(body).toMatchObject({ scopes: ['read', 'write'], expires_at: null });
});

it('201: the key is rejected from the moment it expires', async () => {
  const { key } = await app.createKey(app.first, { expires_at: new Date(Date.now() + 1_000).toISOString() });
  const client = app.client({ 'X-API-Key': key });
  expect((await client.get('/memories')).status).toBe(200);
  const rejected = await until(
    () => client.get('/memories'),
    ({ status }) => status !== 200,
  );
  expect([rejected.status, rejected.body.detail]).toEqual([401, expect.stringContaining('expired')]);
});

it('201: a repeated request with the same Idempotency-Key creates no second key, and does not have the secret', async () => {
  const account = await app.register();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const create = (label: string) => account.session.post('/api-keys', { label }, headers);
  const [first, again] = [await create('one'), await create('one')];
  expect([first.status, again.status, again.headers['cache-control']]).toEqual([201, 201, 'no-store']);
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
  expect(again.body).toEqual({ ...first.body, key: null });
  expect((await app.client({ 'X-API-Key': first.body.key }).get('/memories')).status).toBe(200);
  const { results } = (await account.session.get('/api-keys')).body;
  expect(results.map(({ label }: { label: string }) => label)).toEqual(['one', 'first']);
  // The audit log has what happened: the first key of the account, and this one.
  const events = (await account.session.get('/audit')).body.results;
  expect(events.filter(({ action }: { action: string }) => action === 'key_created')).toHaveLength(2);
});

it('201: simultaneous repetitions with one Idempotency-Key create one key', async () => {
  const account = await app.register();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => account.session.post('/api-keys', { label: 'one' }, headers)),
  );
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect(responses.filter(({ body }) => body.key !== null)).toHaveLength(1);
});

it('201: what the key is restricted to is shown, also in the list', async () => {
  const { session } = app.first;
  const restrict = { user_id: 'alice', project: 'apollo' };
  const { status, body } = await session.post('/api-keys', { label: 'assistant', restrict });
  expect([status, body.restrict]).toEqual([201, restrict]);
  expect((await session.get('/api-keys')).body.results[0].restrict).toEqual(restrict);
});
