import { expect, it } from 'vitest';
import { createByteBudget } from './create-counts.ts';

it('admits a holder up to its part, and again after a release', () => {
  const budget = createByteBudget({ perHolder: 10, inAll: 1_000 });
  budget.hold('a', 6);
  expect([budget.admits('a', 4), budget.admits('a', 5), budget.admits('b', 10)]).toEqual([true, false, true]);
  budget.release('a', 6);
  expect([budget.admits('a', 10), budget.held('a'), budget.held()]).toEqual([true, 0, 0]);
});

it('leaves something to a holder without any bytes, when many others take all that they get', () => {
  const kilobyte = 1024;
  const budget = createByteBudget({ perHolder: 32 * 1024 * kilobyte, inAll: 256 * 1024 * kilobyte });
  for (const holder of Array.from({ length: 20 }, (_, index) => String(index))) {
    while (budget.admits(holder, 16 * kilobyte)) budget.hold(holder, 16 * kilobyte);
  }
  expect(budget.held('0')).toBe(32 * 1024 * kilobyte);
  expect(budget.admits('newcomer', 512 * kilobyte)).toBe(true);
  expect(budget.held()).toBeLessThan(256 * 1024 * kilobyte);
});
