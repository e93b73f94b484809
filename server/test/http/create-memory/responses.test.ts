import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBug,
  withHeaders,
  withKeyOfOtherScope,
  withLargeBody,
  withoutCredential,
  withPlainText,
  withSecret,
  withStoreAway,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';

describeResponses('createMemory', {
  '201: the memory became ready while the request waited': async (call, apps) =>
    (await apps.open()).call(withHeaders(call, { Prefer: 'wait=10' })),
  '202: the memory is pending': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a key of the other scope': withKeyOfOtherScope,
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '413: a body of more than 1 MB': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '422: a text that holds a secret': withSecret,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
