import { UMAP } from 'umap-js';
import { toPrincipalComponents } from './principal-components.ts';

export interface Point {
  x: number;
  y: number;
}

/** The number of neighbours that UMAP keeps near each point. */
const neighbours = 15;
/** UMAP needs more points than a point has neighbours. Smaller sets are arranged within a millisecond. */
export const fewestRefined = 2 * neighbours;
/** Further rounds hardly change the positions. */
const rounds = 200;
/** The extent of the initial positions, about that of UMAP's default. */
const firstExtent = 10;
const decimals = 10_000;

/**
 * Places vectors in a plane, each between −1 and 1, so that close vectors are close to each other. The same vectors get
 * the same positions.
 */
export function arrangePoints(vectors: readonly Float32Array[]): Point[] {
  const random = createRandom();
  const first = fitted(toPrincipalComponents(vectors, random));
  return fitted(vectors.length < fewestRefined ? first : refine(vectors, first, random)).map(([x, y]) => ({ x, y }));
}

/**
 * Moves points towards their neighbours. It starts from the principal components, so that clusters of similar memories
 * keep similar positions in the next map.
 */
function refine(vectors: readonly Float32Array[], first: readonly Position[], random: () => number): Position[] {
  const umap = new UMAP({ nNeighbors: neighbours, nEpochs: rounds, random });
  umap.initializeFit(vectors.map((vector) => [...vector]));
  const positions = umap.getEmbedding() as Position[];
  for (const [index, position] of positions.entries()) {
    const [x, y] = first[index] as Position;
    position[0] = x * firstExtent;
    position[1] = y * firstExtent;
  }
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
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
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
