import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import { aWebhook } from '../webhook-steps.ts';

it('200: a repeated request with the same Idempotency-Key changes nothing that was changed since', async ({ apps }) => {
  const { session } = await (await apps.open()).register();
  const { id } = (await session.post('/webhooks', aWebhook)).body;
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const change = () => session.patch(`/webhooks/${id}`, { enabled: false, description: 'first' }, headers);
  const first = await change();
  expect(first.body).toMatchObject({ enabled: false, disabled_reason: 'by_request', description: 'first' });
  expect(first.text).not.toContain('whsec_');
  await session.patch(`/webhooks/${id}`, { enabled: true });
  const again = await change();
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
  expect((await session.get(`/webhooks/${id}`)).body).toMatchObject({ enabled: true, description: 'first' });
});
