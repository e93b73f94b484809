import { describeResponses, type Provoke } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBug,
  withForeignHost,
  withHeaders,
  withLargeBody,
  withoutCredential,
  withPlainText,
  withStoreAway,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';

const withDeletedWebhook: Provoke = async (call, apps) => {
  const app = await apps.open();
  const keyed = withHeaders(call, { 'Idempotency-Key': crypto.randomUUID() });
  const { id } = (await app.call(keyed)).body;
  await app.call({ ...call, method: 'DELETE', path: `/webhooks/${id}`, body: undefined });
  return app.call(keyed);
};

describeResponses('createWebhook', {
  '201: a webhook': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a host that is not allowed': withForeignHost,
  '404: a repeated request whose webhook was deleted': withDeletedWebhook,
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '413: a body beyond the limit': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
