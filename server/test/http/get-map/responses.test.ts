import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBug,
  withKeyOfOtherScope,
  withoutCredential,
  withStoreAway,
  withUnknownParameter,
} from '../provocations.ts';

describeResponses('getMap', {
  '200: a map without points': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a key of the other scope': withKeyOfOtherScope,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
