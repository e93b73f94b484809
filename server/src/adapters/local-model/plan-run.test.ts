import { expect, it } from 'vitest';
import { planRun, toParts } from './encoder-queue.ts';

const limits = { maxTexts: 4, maxTokens: 100 };

it('always runs the oldest text, however long, so that none waits for ever', () => {
  expect(planRun([512, 10, 10], limits)).toEqual([0]);
});

it('takes along the texts nearest in length and keeps their order', () => {
  expect(planRun([20, 90, 26, 21, 22, 20], limits)).toEqual([0, 3, 4, 5]);
});

it('never pads beyond the token limit', () => {
  expect(planRun([30, 34, 34, 34], limits)).toEqual([0, 1]);
});

it('does not pad a short text to a much longer one', () => {
  expect(planRun([4, 40], limits)).toEqual([0]);
});

it('plans nothing when nothing waits', () => {
  expect(planRun([], limits)).toEqual([]);
});

const tokens = (count: number) => [-1, ...Array.from({ length: count }, (_, token) => token), -2];

it('leaves a short query whole', () => {
  expect(toParts(tokens(8), 10)).toEqual([tokens(8)]);
  expect(toParts([], 10)).toEqual([[]]);
});

it.each([9, 16, 17, 25, 510])('splits %i tokens into parts that differ little, each with both ends', (count) => {
  const parts = toParts(tokens(count), 10);
  expect(parts.flatMap((part) => part.slice(1, -1))).toEqual(tokens(count).slice(1, -1));
  for (const part of parts) expect([part[0], part.at(-1), part.length <= 10]).toEqual([-1, -2, true]);
  expect(parts).toHaveLength(Math.ceil(count / 8));
  expect(parts.at(-1)?.length).toBeGreaterThan(4);
});
