import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import { aWebhook } from '../webhook-steps.ts';

it('200: a repeated request with the same Idempotency-Key makes no second secret, and does not have the first', async ({
  apps,
}) => {
  const { session } = await (await apps.open()).register();
  const { id, secret } = (await session.post('/webhooks', aWebhook)).body;
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const rotate = () => session.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 60 }, headers);
  const [first, again] = [await rotate(), await rotate()];
  expect(first.body.secret).toMatch(/^whsec_/);
  expect(first.body.secret).not.toBe(secret);
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(again.body).toEqual({ ...first.body, secret: null });
});
