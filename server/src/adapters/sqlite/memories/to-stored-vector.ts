import { quantize } from '../../store-kit/quantize.ts';
import type { StoredVector } from './memory-vectors.ts';

/** As the bytes that SQLite takes. */
export function toStoredVector(vector: Float32Array): StoredVector {
  const { scale, values } = quantize(vector);
  return { scale, values: new Uint8Array(values.buffer) };
}
