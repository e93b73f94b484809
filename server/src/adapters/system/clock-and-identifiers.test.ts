import { expect, it } from 'vitest';
import { createIdentifiers, systemClock } from './clock-and-identifiers.ts';

const { memory } = createIdentifiers(systemClock);

it('memory ids sort in the order they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 5_000 }, () => memory());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it('memory ids after a restart sort after the last one before it, even when the clock has gone back', () => {
  const last = createIdentifiers({ now: () => 2_000_000_000_000 }).memory();
  expect(createIdentifiers({ now: () => 1_000_000_000_000 }, last).memory() > last).toBe(true);
});
