import { expect, it } from 'vitest';
import { quantize } from '../../../lib/quantize.ts';
import { noCosine, VectorMatrix } from './vector-matrix.ts';

/** Creates a unit vector that is the same in every run. */
function unitVector(dimensions: number, seed: number): Float32Array {
  const values = Float32Array.from({ length: dimensions }, (_, at) => Math.sin((at + 1) * (seed + 1) * 12.9898));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

function matrixOf(vectors: readonly Float32Array[]): VectorMatrix {
  const matrix = new VectorMatrix(vectors[0]?.length ?? 0);
  for (const [ordinal, vector] of vectors.entries()) {
    const { scale, values } = quantize(vector);
    matrix.add(ordinal, scale, values);
  }
  return matrix;
}

it.each([3, 384, 1_024])(
  'computes the cosines of vectors of %i values to within their rounding to bytes',
  (dimensions) => {
    const vectors = Array.from({ length: 2_000 }, (_, seed) => unitVector(dimensions, seed));
    const query = unitVector(dimensions, 0.5);
    const best = new Float32Array(vectors.length).fill(noCosine);
    matrixOf(vectors).raise(best, new Uint8Array(vectors.length).fill(1), query);
    for (const [ordinal, vector] of vectors.entries()) {
      const cosine = vector.reduce((sum, value, at) => sum + value * (query[at] as number), 0);
      expect(Math.abs((best[ordinal] as number) - cosine)).toBeLessThan(0.01);
    }
  },
);

it('is exact for a query along one axis, however long the query is', () => {
  const axis = Float32Array.of(0, 1, 0);
  for (const length of [1, 1_000, 0.001]) {
    const best = new Float32Array(1).fill(noCosine);
    const query = axis.map((value) => value * length);
    matrixOf([axis]).raise(best, Uint8Array.of(1), query);
    expect((best[0] as number) / length).toBeCloseTo(1, 4);
  }
});
