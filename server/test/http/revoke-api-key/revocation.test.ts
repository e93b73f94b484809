import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { TestApp } from '../start-test-app.ts';

let app: TestApp;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
});

it('200: the key is rejected at once; revoking it again responds with the same time', async () => {
  const { id, key } = await app.createKey(app.first);
  const client = app.client({ 'X-API-Key': key });
  expect((await client.get('/memories')).status).toBe(200);
  const first = await app.first.session.delete(`/api-keys/${id}`);
  expect(first.body).toEqual({ id, revoked_at: expect.any(String) });
  expect((await client.get('/memories')).status).toBe(401);
  const again = await app.first.session.delete(`/api-keys/${id}`);
  expect([again.status, again.text]).toEqual([200, first.text]);
});

it('200: a repeated request with the same Idempotency-Key has the first response, and the audit log one revocation', async () => {
  const account = await app.register();
  const { id } = await app.createKey(account);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const revoke = () => account.session.delete(`/api-keys/${id}`, headers);
  const [first, again] = [await revoke(), await revoke()];
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
  const events = (await account.session.get('/audit')).body.results;
  expect(events.filter(({ action }: { action: string }) => action === 'key_revoked')).toHaveLength(1);
});
