/** This precision is enough for a picture. */
const iterations = 30;

/**
 * Projects vectors on the two directions in which they differ most, by power iteration.
 * @param random returns 0 ≤ x < 1
 */
export function toPrincipalComponents(vectors: readonly Float32Array[], random: () => number): [number, number][] {
  const dimensions = vectors[0]?.length ?? 0;
  const mean = new Float64Array(dimensions);
  for (const vector of vectors) {
    for (let at = 0; at < dimensions; at++) mean[at] = (mean[at] as number) + (vector[at] as number) / vectors.length;
  }
  const centred = vectors.map((vector) => Float64Array.from(vector, (value, at) => value - (mean[at] as number)));
  const first = mainDirection(centred, dimensions, random);
  const alongFirst = centred.map((vector) => dot(vector, first));
  // The remainders of the vectors differ most in the second direction.
  for (const [index, vector] of centred.entries()) subtract(vector, first, alongFirst[index] as number);
  const second = mainDirection(centred, dimensions, random);
  return centred.map((vector, index) => [alongFirst[index] as number, dot(vector, second)]);
}

/** Returns a direction of length 1, or of length 0 when the vectors are all alike. */
function mainDirection(vectors: readonly Float64Array[], dimensions: number, random: () => number): Float64Array {
  let direction = normalized(Float64Array.from({ length: dimensions }, () => random() - 0.5));
  for (let iteration = 0; iteration < iterations; iteration++) {
    const next = new Float64Array(dimensions);
    for (const vector of vectors) subtract(next, vector, -dot(vector, direction));
    direction = normalized(next);
  }
  return direction;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] as number) * (right[at] as number);
  return sum;
}

function subtract(from: Float64Array, other: Float64Array, times: number): void {
  for (let at = 0; at < from.length; at++) from[at] = (from[at] as number) - times * (other[at] as number);
}

function normalized(vector: Float64Array): Float64Array {
  // Differences this small are rounding errors without a meaningful direction.
  const length = Math.sqrt(dot(vector, vector));
  return length < 1e-9 ? new Float64Array(vector.length) : vector.map((value) => value / length);
}
