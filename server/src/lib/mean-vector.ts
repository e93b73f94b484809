/** Returns the mean direction of the vectors of one memory, with the length 1; null: it has none. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array | null {
  const [first] = vectors;
  if (!first) return null;
  const sum = new Float32Array(first.length);
  for (const vector of vectors) for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
