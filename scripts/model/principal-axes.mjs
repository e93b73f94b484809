/** Returns the mean of vectors and the `count` orthogonal axes along which they differ most. */
export function principalAxes(vectors, count) {
  const size = vectors[0].length;
  const mean = new Float64Array(size);
  for (const vector of vectors) for (let at = 0; at < size; at++) mean[at] += vector[at] / vectors.length;
  const covariance = covarianceOf(vectors, mean);
  let axes = Array.from({ length: count }, (_, axis) =>
    Float64Array.from({ length: size }, (_, at) => startAt(axis, at)),
  );
  // Each round multiplies an axis by the covariance, which turns it towards the directions of most variance.
  for (let round = 0; round < 40; round++) axes = orthonormal(axes.map((axis) => times(covariance, axis)));
  return { mean, axes };
}

/** A fixed start that no axis is orthogonal to. */
const startAt = (axis, at) => Math.sin((axis + 1) * (at + 1) * 12.9898) % 1;

function covarianceOf(vectors, mean) {
  const rows = Array.from(mean, () => new Float64Array(mean.length));
  for (const vector of vectors) {
    const centred = Float64Array.from(vector, (value, at) => value - mean[at]);
    for (const [at, row] of rows.entries()) {
      for (let other = 0; other < centred.length; other++) row[other] += centred[at] * centred[other];
    }
  }
  return rows;
}

const dot = (left, right) => left.reduce((sum, value, at) => sum + value * right[at], 0);
const times = (rows, vector) => Float64Array.from(rows, (row) => dot(row, vector));

function orthonormal(vectors) {
  const done = [];
  for (const vector of vectors) {
    const rest = vector.slice();
    for (const axis of done) {
      const share = dot(rest, axis);
      for (let at = 0; at < rest.length; at++) rest[at] -= share * axis[at];
    }
    const length = Math.hypot(...rest);
    done.push(rest.map((value) => value / length));
  }
  return done;
}
