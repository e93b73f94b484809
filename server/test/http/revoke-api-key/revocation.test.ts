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
