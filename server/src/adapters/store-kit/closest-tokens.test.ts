import { expect, it } from 'vitest';
import { runToEnd } from '../../../test/make-memory.ts';
import { closestTokens } from './closest-tokens.ts';
import { blockBytes } from './vector-dots.ts';

const space = { dimensions: 128, scale: 1 / 320 };
let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return (seed % 201) - 100;
};
const tokens = (count: number) => Int8Array.from({ length: count * space.dimensions }, random);

function cosine(left: Int8Array, right: Int8Array, at: number, other: number): number {
  let sum = 0;
  for (let n = 0; n < space.dimensions; n++) {
    sum += (left[at * space.dimensions + n] as number) * (right[other * space.dimensions + n] as number);
  }
  return sum * space.scale ** 2;
}

it('finds the greatest cosine of every query token, also of memories that fill several blocks, and pauses between', () => {
  const query = tokens(3);
  const memories = [tokens(12), null, ...Array.from({ length: 40 }, (_, n) => tokens(1 + ((n * 37) % 512))), tokens(1)];
  const { result, pauses } = runToEnd(closestTokens({ tokens: query, space }, memories));
  const bytes = memories.reduce((sum, one) => sum + (one?.length ?? 0), 0);
  expect(pauses).toBeGreaterThanOrEqual(Math.floor(bytes / blockBytes));
  for (const [at, own] of memories.entries()) {
    const expected =
      own &&
      [0, 1, 2].map((token) =>
        Math.max(...Array.from({ length: own.length / space.dimensions }, (_, row) => cosine(query, own, token, row))),
      );
    expect(result[at] && [...result[at]].map((value) => +value.toFixed(4))).toEqual(
      expected?.map((value) => +value.toFixed(4)) ?? null,
    );
  }
});
