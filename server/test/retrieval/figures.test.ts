import { describe, expect, test } from 'vitest';
import { atThreshold, type QuestionResult, toFigures, toSilence } from '../../../bench/src/retrieval/figures.ts';
import { checkFloors, toFloors } from '../../../bench/src/retrieval/floors.ts';

const result = (expects: string[], hits: [string, number][], category = 'exact'): QuestionResult => ({
  set: 's',
  category,
  query: 'q',
  expects,
  hits: hits.map(([id, score]) => ({ id, score })),
});

test('figures count the share of expected memories among the best, not whether one is there', () => {
  const six: [string, number][] = ['x1', 'a', 'x2', 'x3', 'x4', 'b'].map((id) => [id, 0.9]);
  const half = { recallAt5: 50, recallAt10: 100, hitAt1: 0, meanReciprocalRank: 50 };
  expect(toFigures([result(['a', 'b'], six)])).toEqual(half);
  const third = { recallAt5: 33.3, recallAt10: 33.3, hitAt1: 33.3, meanReciprocalRank: 33.3 };
  expect(toFigures([result(['a'], [['a', 1]]), result(['a'], [['b', 1]]), result(['a'], [])])).toEqual(third);
});

test('a score of exactly 0.5 claims to be about the question', () => {
  const scores = [0.5, 0.49, 0.2, 0.9];
  expect(toSilence(scores.map((score) => result([], [['a', score]])))).toBe(50);
  expect(toSilence([result([], [])])).toBe(100);
});

test('the threshold is judged by what is shown at or above it', () => {
  const hits = Object.entries({ a: 0.8, x: 0.5, b: 0.4 });
  expect(atThreshold([result(['a', 'b'], hits)])).toEqual({ precision: 50, recall: 50, firstRight: 100 });
});

describe('the floors of retrieval', () => {
  const floor = { recallAt5: 90, recallAt10: 95, hitAt1: 70.1, meanReciprocalRank: 80 };

  test('hold until a figure falls by more than a point, which is then named', () => {
    const problemsAt = (hitAt1: number) => checkFloors({ exact: floor }, { exact: { ...floor, hitAt1 } });
    expect(problemsAt(69.1)).toEqual([{ category: 'exact', problems: [] }]);
    expect(problemsAt(69)).toEqual([{ category: 'exact', problems: ['hitAt1 is 69, its floor 70.1'] }]);
  });

  test('fail for a category without a floor and for a floor without questions', () => {
    const checks = checkFloors({ gone: floor }, { fresh: floor });
    const problems = checks.map(({ category, problems }) => `${category} ${problems.length}`);
    expect(problems).toEqual(['fresh 1', 'gone 1']);
  });

  test('of a category with nothing to find are the share of silent answers alone', () => {
    expect(toFloors([result([], [['a', 0.2]], 'nothing-to-find')])).toEqual({ 'nothing-to-find': { silence: 100 } });
  });
});
