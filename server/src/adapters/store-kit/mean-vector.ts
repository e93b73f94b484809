import type { QuantizedVector } from './quantize.ts';

/** Returns the mean direction of the vectors of one memory, with the length 1; null: it has none. */
export function meanVector(vectors: readonly QuantizedVector[]): Float32Array | null {
  const [first] = vectors;
  if (!first) return null;
  const mean = new Float32Array(first.values.length);
  for (const { scale, values } of vectors) {
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] as number) + (values[at] ?? 0) * scale;
  }
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}
