import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBug,
  withForeignHost,
  withoutCredential,
  withStoreAway,
  withUnknownId,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';

describeResponses('revokeApiKey', {
  '200: the key is revoked': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a host that is not allowed': withForeignHost,
  '404: an id that does not exist': withUnknownId,
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
