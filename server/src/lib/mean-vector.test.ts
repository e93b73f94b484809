import { expect, it } from 'vitest';
import { meanVector } from './mean-vector.ts';

it('returns the direction between the vectors of a memory, with the length 1', () => {
  const mean = meanVector([new Float32Array([1, 0, 0]), new Float32Array([0, 1, 0])]);
  expect([...(mean as Float32Array)]).toEqual([Math.SQRT1_2, Math.SQRT1_2, 0].map((value) => expect.closeTo(value)));
});

it('returns null without vectors, and zeros for a vector of zeros', () => {
  expect(meanVector([])).toBeNull();
  expect([...(meanVector([new Float32Array(2)]) as Float32Array)]).toEqual([0, 0]);
});
