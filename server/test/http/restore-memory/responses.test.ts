import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  preferringNothing,
  succeed,
  withBug,
  withKeyOfOtherScope,
  withLargeBody,
  withOldTag,
  withoutCredential,
  withPlainText,
  withStoreAway,
  withUnknownId,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';

describeResponses('restoreMemory', {
  '200: the restored memory': succeed,
  '204: no memory, when the request prefers none': preferringNothing,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a key of the other scope': withKeyOfOtherScope,
  '404: an id that does not exist': withUnknownId,
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '412: an If-Match of another version': withOldTag,
  '413: a body of more than 1 MB': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
