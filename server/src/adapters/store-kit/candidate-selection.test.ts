import { expect, it } from 'vitest';
import { distinctiveWords, limitWithinTimes, neighboursAt, withNeighbours } from './candidate-selection.ts';

const words = ['the', 'boat', 'sea'];

it.each([
  ['keeps all words of a small scope, however common', 9_999, [9_999, 1, 1], words],
  ['leaves out words that more than a fifth of a large scope holds', 10_000, [2_001, 2_000, 1], ['boat', 'sea']],
  ['keeps all words when no memory holds a distinctive one', 10_000, [9_000, 0, 0], words],
  ['keeps all words when none is distinctive', 10_000, [9_000, 9_000, 9_000], words],
])('%s', (_, scopeSize, documentFrequencies, kept) => {
  expect(distinctiveWords(words, { scopeSize, documentFrequencies })).toEqual(kept);
});

it('gives the times of a query half of the limit, as a whole number', () => {
  expect([limitWithinTimes(100), limitWithinTimes(3), limitWithinTimes(1)]).toEqual([50, 1, 0]);
});

const messages = Array.from({ length: 20 }, (_, position) => position);
const around = (position: number, reach: number) => neighboursAt(messages, position, reach);

it('makes the context of one memory a candidate when it is found itself or is next to another found memory', () => {
  const isContext = withNeighbours([10, 13, 7], around);
  expect([13, 14, 7, 5].map((position) => isContext.get(position))).toEqual([false, false, false, false]);
  expect(withNeighbours([13, 10], around).get(13)).toBe(false);
});
