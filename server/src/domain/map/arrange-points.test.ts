import { expect, it } from 'vitest';
import { arrangePoints, type Point } from './arrange-points.ts';

const dimensions = 32;

/** Returns vectors around a direction for each topic, always the same ones. */
function vectorsOf(topics: number, each: number): Float32Array[] {
  return Array.from({ length: topics * each }, (_, index) =>
    Float32Array.from({ length: dimensions }, (_, at) => {
      const noise = Math.sin((index + 1) * 78.233 + at * 37.719) * 0.1;
      return at === index % topics ? 1 + noise : noise;
    }),
  );
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The share of points whose nearest five are of the same topic. */
function purity(points: readonly Point[], topics: number): number {
  const pure = points.filter((point, index) => {
    const others = points.map((_, other) => other).filter((other) => other !== index);
    others.sort((a, b) => distance(point, points[a] as Point) - distance(point, points[b] as Point));
    return others.slice(0, 5).every((other) => other % topics === index % topics);
  });
  return pure.length / points.length;
}

it('places vectors of one topic together, more topics than a projection could part', () => {
  expect(purity(arrangePoints(vectorsOf(8, 12)), 8)).toBeGreaterThan(0.95);
  expect(purity(arrangePoints(vectorsOf(2, 8)), 2)).toBe(1);
});

it('fills the square from −1 to 1, and gives the same vectors the same positions', () => {
  const vectors = vectorsOf(3, 20);
  const points = arrangePoints(vectors);
  const coordinates = points.flatMap(({ x, y }) => [x, y]);
  expect(Math.max(...coordinates)).toBe(1);
  expect(Math.min(...coordinates)).toBe(-1);
  expect(arrangePoints(vectors)).toEqual(points);
});

const axes = Array.from({ length: 40 }, (_, index) => Float32Array.from({ length: 40 }, (_, at) => +(at === index)));
const equal = [0, 1, 2, 100].map((count) =>
  Array.from({ length: count }, () => new Float32Array(dimensions).fill(0.1)),
);

it.each([...equal, axes])('places equal vectors, and those that have nothing in common, at numbers', (...vectors) => {
  const points = arrangePoints(vectors);
  expect(points).toHaveLength(vectors.length);
  for (const { x, y } of points) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1);
});
