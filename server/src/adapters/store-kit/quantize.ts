export interface QuantizedVector {
  scale: number;
  values: Int8Array;
}

/** One byte a dimension; measured to lose nothing in ranking. `scale` brings the bytes back to the vector's own size. */
export function quantize(vector: Float32Array): QuantizedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  return { scale, values: Int8Array.from(vector, (value) => Math.round(value / scale)) };
}
