import { describeResponses, type Provoke } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withBug,
  withKeyOfOtherScope,
  withoutCredential,
  withStoreAway,
  withUnknownParameter,
  withUsedIdempotencyKey,
} from '../provocations.ts';
import { addMemories } from './add-memories.ts';

const withOtherNumber: Provoke = async (call, apps) =>
  (await apps.open()).call({ ...call, path: '/memories?run_id=nobody&confirm=40' });

const withMany: Provoke = async (call, apps) => {
  const app = await apps.open();
  await addMemories(app, app.first, 1_001, { runId: 'many' });
  return app.call({ ...call, path: '/memories?run_id=many&confirm=1001' });
};

describeResponses('deleteMemories', {
  '200: a few memories are gone': succeed,
  '202: more than 1,000 memories are unreadable, and removed later': withMany,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a key of the other scope': withKeyOfOtherScope,
  '409: another number of memories': withOtherNumber,
  '409: an Idempotency-Key of another request': withUsedIdempotencyKey,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
