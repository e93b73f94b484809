import { expect, it } from 'vitest';
import { describeRateLimiter } from '../../ports/rate-limiter.contract.ts';
import { createInProcessRateLimiter } from './create-rate-limiter.ts';

const close = async () => {};
describeRateLimiter('The in-process limiter', async () => ({ limiter: createInProcessRateLimiter(), close }));

const rule = { name: 'test', points: 1, windowSeconds: 60 };

it('drops the least recently used subject of this rule, and none of another', async () => {
  const limiter = createInProcessRateLimiter({ maxSubjects: 2 });
  const other = { ...rule, name: 'other' };
  await limiter.take(other, 'first');
  for (const subject of ['first', 'second', 'first', 'third']) await limiter.take(rule, subject);
  expect((await limiter.peek(rule, 'second')).admitted, 'forgotten').toBe(true);
  expect((await limiter.peek(rule, 'first')).admitted).toBe(false);
  expect((await limiter.peek(rule, 'third')).admitted).toBe(false);
  expect((await limiter.peek(other, 'first')).admitted).toBe(false);
});
