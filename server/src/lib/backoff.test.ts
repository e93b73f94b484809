import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it('doubles the delay each time, up to the limit, however often', () => {
  const delays = [0, 1, 2, 3, 4, 2_000].map((doublings) => backoffMs(doublings, { firstMs: 100, maxMs: 1_000 }));
  expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});
