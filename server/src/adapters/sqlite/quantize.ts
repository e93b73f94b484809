import type { StoredVector } from './memory-vectors.ts';

/** One byte a dimension; measured to lose nothing in ranking. `scale` brings the bytes back to the vector's own size. */
export function quantize(vector: Float32Array): StoredVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  const values = Int8Array.from(vector, (value) => Math.round(value / scale));
  return { scale, values: new Uint8Array(values.buffer) };
}
