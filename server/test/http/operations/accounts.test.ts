import { expect } from 'vitest';
import { hashSecret } from '../../../src/domain/accounts/api-key-format.ts';
import { sessionIdOf } from '../../../src/domain/accounts/commands.ts';
import { accounts } from '../../../src/domain/accounts/kinds.ts';
import { until, write } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';
import { aWebhook } from '../webhook-steps.ts';

const { app, account, session } = useAccount({ isNewEach: true });
const bearer = (token: string) => app.client({ Authorization: `Bearer ${token}` });

it('changing the password ends the keys as well when asked to', async () => {
  const change = { current_password: account.password, new_password: 'nine brave otters', revoke_api_keys: true };
  expect((await session.put('/auth/password', change)).status).toBe(204);
  expect((await account.api.get('/memories')).status).toBe(401);
  expect((await session.post('/api-keys', { label: 'a new one' })).status).toBe(201);
});

it('the sessions of an account have their programs and last uses, newest first', async () => {
  const { email, password } = account;
  const agent = `Mozilla/5.0 ${'x'.repeat(300)}`;
  const { body: second } = await app.client({ 'User-Agent': agent }).post('/auth/login', { email, password });
  const { body, text } = await session.get('/auth/sessions');
  expect(body.results).toEqual([
    {
      ...{ id: expect.stringMatching(/^ses_[0-9a-f]{26}$/), current: false, user_agent: agent.slice(0, 256) },
      ...{ created_at: expect.any(String), expires_at: second.expires_at, last_used_at: null, address: '127.0.0.1' },
    },
    expect.objectContaining({ current: true, last_used_at: expect.any(String) }),
  ]);
  expect(text).not.toContain(second.access_token);
});

it('all sessions end but that of the request, if it says that it means these', async () => {
  const tokens = [await app.logIn(account), await app.logIn(account)];
  for (const query of ['', '?others=false']) expect((await session.delete(`/auth/sessions${query}`)).status).toBe(400);
  expect((await session.delete('/auth/sessions?others=true')).body).toEqual({ ended: 2 });
  for (const token of tokens) expect((await bearer(token).get('/auth/me')).status).toBe(401);
  expect([(await session.get('/auth/me')).status, (await account.api.get('/memories')).status]).toEqual([200, 200]);
});

it('a rotated key and the new one work during the overlap, with the same scopes, restriction and expiry', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const same = { scopes: ['read'], expires_at, restrict: { user_id: 'alice' } };
  const old = await app.createKey(account, same);
  const { body } = await session.post(`/api-keys/${old.id}/rotate`, { overlap_seconds: 3_600 });
  const ends_at = new Date(Date.parse(body.created_at) + 3_600_000).toISOString();
  expect(body).toMatchObject({ ...same, label: 'made by a test', replaces: { id: old.id, ends_at } });
  for (const key of [old.key, body.key]) {
    const client = app.client({ 'X-API-Key': key });
    expect([(await client.get('/memories')).status, (await client.get('/memories?user_id=bob')).status]).toEqual([
      200, 403,
    ]);
  }
});

it('a deleted account is gone soon, its credentials at once, and its email registers again', async () => {
  const { email, password, api } = account;
  const other = await app.register();
  await write(api, 'the harbour freezes in January');
  const token = await app.logIn(account);
  const remove = { method: 'DELETE', path: '/auth/me', body: { password }, headers: session.headers };
  expect((await app.call(remove)).body).toEqual({
    deletion_id: expect.stringMatching(/^del_/),
    counts: { memories: 1, api_keys: 1, sessions: 2, requests: expect.any(Number) },
  });
  for (const client of [session, api, bearer(token)]) expect((await client.get('/memories')).status).toBe(401);
  await expect.poll(() => app.services.records.scan(accounts, 'deletion', { of: [], limit: 9 })).toEqual([]);
  expect((await other.session.get('/auth/me')).status).toBe(200);
  expect((await app.client({}).post('/auth/register', { email, password })).status).toBe(201);
});

it('the audit log has log-ins, keys, passwords, sessions and webhooks with who did it, newest first, without secrets', async () => {
  const { email, password } = account;
  const { id, key } = await app.createKey(account);
  const { body: rotated } = await session.post(`/api-keys/${id}/rotate`, { overlap_seconds: 0 });
  await session.delete(`/api-keys/${rotated.id}`);
  await app.client({}).post('/auth/login', { email, password: 'not the password' });
  const token = await app.logIn(account);
  await session.delete('/auth/sessions?others=true');
  await session.put('/auth/password', { current_password: password, new_password: password });
  const { id: webhook_id, secret } = (await session.post('/webhooks', aWebhook)).body;
  await session.patch(`/webhooks/${webhook_id}`, { description: 'changed' });
  const { secret: secretAfter } = (await session.post(`/webhooks/${webhook_id}/rotate-secret`, {})).body;
  await session.delete(`/webhooks/${webhook_id}`);
  const ofWebhook = ['webhook_deleted', 'webhook_secret_rotated', 'webhook_changed', 'webhook_created'];
  const done = ['password_changed', 'session_ended', 'log_in', 'log_in', 'key_revoked', 'key_rotated', 'key_created'];
  const expected = [...ofWebhook, ...done, 'key_created', 'log_in', 'registration'];
  const { results } = await until(
    async () => (await session.get('/audit')).body,
    (found) => found.results.length === expected.length,
  );
  expect(results.map(({ action }: { action: string }) => action)).toEqual(expected);
  expect(results.filter(({ outcome }: { outcome: string }) => outcome !== 'ok')).toEqual([results[7]]);
  expect(results[7]).toMatchObject({ outcome: 'failed', actor: { kind: 'anonymous' }, detail: {} });
  expect(results[10]).toEqual({
    ...{ id: expect.stringMatching(/^evt_/), time: expect.any(String), action: 'key_created', outcome: 'ok' },
    actor: { kind: 'session', session_id: sessionIdOf(hashSecret(account.token)) },
    ...{ address: '127.0.0.1', detail: { key_id: id, key_prefix: key.slice(0, 12) } },
  });
  const ofChange = { detail: { webhook_id, changed: ['description'] } };
  expect(results.slice(0, 4)).toMatchObject([
    ...Array(2).fill({ detail: { webhook_id } }),
    ofChange,
    { detail: { webhook_id } },
  ]);
  const text = JSON.stringify(results);
  for (const hidden of [password, key, rotated.key, token, email, secret, secretAfter])
    expect(text).not.toContain(hidden);
});
