import { UMAP } from 'umap-js';

export type Point = Record<'x' | 'y', number>;

/** The number of neighbours that UMAP keeps near each point. */
const neighbours = 15;
/** UMAP needs more points than a point has neighbours. Smaller sets are arranged within a millisecond. */
export const fewestRefined = 2 * neighbours;
/** Further rounds hardly change the positions. */
const rounds = 200;
/** The extent of the initial positions, about that of UMAP's default. */
const firstExtent = 10;
const decimals = 10_000;

/** Places vectors in a plane, each between −1 and 1: close vectors are close, and equal input has equal positions. */
export function arrangePoints(vectors: readonly Float32Array[]): Point[] {
  const random = createRandom();
  const first = fitted(toPrincipalComponents(vectors, random));
  return fitted(vectors.length < fewestRefined ? first : refine(vectors, first, random)).map(([x, y]) => ({ x, y }));
}

/** Moves points towards their neighbours, from the principal components on, so that the next map looks similar. */
function refine(vectors: readonly Float32Array[], first: readonly Position[], random: () => number): Position[] {
  const umap = new UMAP({ nNeighbors: neighbours, nEpochs: rounds, random });
  umap.initializeFit(vectors.map((vector) => [...vector]));
  const positions = umap.getEmbedding() as Position[];
  for (const [index, [x, y]] of first.entries()) positions[index]?.splice(0, 2, x * firstExtent, y * firstExtent);
  for (let round = 0; round < rounds; round++) umap.step();
  return positions;
}

type Position = [x: number, y: number];

/** Centres positions, and scales them without distortion to the square from −1 to 1. */
function fitted(positions: readonly Position[]): Position[] {
  const [xs, ys] = [range(positions.map(([x]) => x)), range(positions.map(([, y]) => y))];
  const extent = Math.max(xs.extent, ys.extent) || 1;
  return positions.map(([x, y]) => [rounded((x - xs.middle) / extent), rounded((y - ys.middle) / extent)]);
}

function range(values: readonly number[]): { middle: number; extent: number } {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return { middle: (least + greatest) / 2, extent: (greatest - least) / 2 };
}

function rounded(value: number): number {
  // Adding zero turns −0 into 0.
  return Math.round(value * decimals) / decimals + 0;
}

/** Returns a generator of numbers 0 ≤ x < 1 that are the same each time (mulberry32). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** This precision is enough for a picture. */
const iterations = 30;

/** Projects vectors on the two directions in which they differ most, by power iteration. @param random 0 ≤ x < 1 */
function toPrincipalComponents(vectors: readonly Float32Array[], random: () => number): Position[] {
  const dimensions = vectors[0]?.length ?? 0;
  const mean = new Float64Array(dimensions);
  for (const vector of vectors) subtract(mean, vector, -1 / vectors.length);
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

function subtract(from: Float64Array, other: Float64Array | Float32Array, times: number): void {
  for (let at = 0; at < from.length; at++) from[at] = (from[at] as number) - times * (other[at] as number);
}

function normalized(vector: Float64Array): Float64Array {
  // Differences this small are rounding errors without a meaningful direction.
  const length = Math.sqrt(dot(vector, vector));
  return length < 1e-9 ? new Float64Array(vector.length) : vector.map((value) => value / length);
}
