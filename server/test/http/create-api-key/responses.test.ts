import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBug,
  withForeignHost,
  withLargeBody,
  withoutCredential,
  withPlainText,
  withStoreAway,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';

describeResponses('createApiKey', {
  '201: a new key': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a host that is not allowed': withForeignHost,
  '409: an account with 100 keys': async (call, apps) => {
    const app = await apps.open();
    const account = await app.register();
    for (let made = 1; made < 100; made++) await app.createKey(account);
    return app.call({ ...call, headers: account.session.headers });
  },
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '413: a body of more than 1 MB': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
