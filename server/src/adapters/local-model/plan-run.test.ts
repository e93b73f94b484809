import { expect, it } from 'vitest';
import { planRun, toParts } from './encoder-queue.ts';

const limits = { maxTexts: 4, maxTokens: 100 };

it.each([
  ['always runs the oldest text, however long, so that none waits for ever', [512, 10, 10], [0]],
  ['takes along the texts nearest in length and keeps their order', [20, 90, 26, 21, 22, 20], [0, 3, 4, 5]],
  ['never pads beyond the token limit', [30, 34, 34, 34], [0, 1]],
  ['does not pad a short text to a much longer one', [4, 40], [0]],
  ['plans nothing when nothing waits', [], []],
])('%s', (_, lengths, planned) => expect(planRun(lengths, limits)).toEqual(planned));

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
