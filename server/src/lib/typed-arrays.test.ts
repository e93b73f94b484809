import { expect, it } from 'vitest';
import { largest } from './typed-arrays.ts';

const sorted = (positions: number[]) => positions.sort((a, b) => a - b);

it('returns the same positions as sorting', () => {
  const values = Float32Array.from({ length: 500 }, (_, at) => Math.sin(at * 12.9898));
  for (const limit of [1, 2, 7, 100, 499, 500, 600]) {
    const expected = [...values.keys()].sort((a, b) => (values[b] as number) - (values[a] as number)).slice(0, limit);
    expect(sorted(largest(values, limit, -2))).toEqual(sorted(expected));
  }
});

it('prefers later positions among equal values, and leaves out values at the floor, even below the limit', () => {
  expect(sorted(largest(Float32Array.of(1, 5, 1, 1, 1), 3, -2))).toEqual([1, 3, 4]);
  expect(largest(Float32Array.of(-2, 0.5, -2), 3, -2)).toEqual([1]);
  expect(largest(Float32Array.of(1, 2), 0, -2)).toEqual([]);
});
