import { expect, it } from 'vitest';
import { sampleOrder } from './sample-order.ts';

const ids = Array.from({ length: 3_000 }, (_, at) => `mem_${String(at).padStart(26, '0')}`);

it('orders the same keys alike, whatever other keys there are', () => {
  const order = (keys: readonly string[]) => sampleOrder(keys).map((position) => keys[position]);
  const few = ids.filter((_, at) => at % 3 === 0);
  expect(order(ids).filter((id) => few.includes(id as string))).toEqual(order(few));
  expect(new Set(order(ids)).size).toBe(ids.length);
});

it('samples keys of all ages', () => {
  const sampled = sampleOrder(ids).slice(0, 300);
  for (const from of [0, 1_000, 2_000]) {
    const ofThird = sampled.filter((position) => position >= from && position < from + 1_000);
    expect(ofThird.length).toBeGreaterThan(60);
  }
});
