import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('never runs more than the limit, starts the others in order and survives failures', async () => {
  const limited = limitConcurrency(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const all = Promise.allSettled(
    gates.map((gate, index) =>
      limited(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await gate.promise.finally(() => running--);
      }),
    ),
  );
  for (const [index, gate] of gates.entries()) {
    await expect.poll(() => started).toContain(index);
    if (index === 1) gate.reject(new Error('failed'));
    else gate.resolve();
  }
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});
