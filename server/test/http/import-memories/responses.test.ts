import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBodyOver,
  withBug,
  withKeyOfOtherScope,
  withoutCredential,
  withPlainText,
  withStoreAway,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';

describeResponses('importMemories', {
  '200: the memories are written': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a key of the other scope': withKeyOfOtherScope,
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '413: a body of more than 4 MB': withBodyOver(4 * 1024 * 1024),
  '415: a body that is neither lines of JSON nor an array': withPlainText,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
