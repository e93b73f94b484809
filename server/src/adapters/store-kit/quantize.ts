export interface QuantizedVector {
  scale: number;
  values: Int8Array;
}

/**
 * Converts a vector to one byte a dimension, which does not change the measured ranking. The bytes times `scale` are
 * the vector.
 */
export function quantize(vector: Float32Array): QuantizedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  return { scale, values: Int8Array.from(vector, (value) => Math.round(value / scale)) };
}
