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

describe('the figures of retrieval', () => {
  test('count the share of expected memories among the best, not whether one is there', () => {
    const six: [string, number][] = ['x1', 'a', 'x2', 'x3', 'x4', 'b'].map((id) => [id, 0.9]);
    expect(toFigures([result(['a', 'b'], six)])).toEqual({
      recallAt5: 50,
      recallAt10: 100,
      hitAt1: 0,
      meanReciprocalRank: 50,
    });
  });

  test('give nothing for a question whose memory is not found', () => {
    const figures = toFigures([result(['a'], [['a', 1]]), result(['a'], [['b', 1]]), result(['a'], [])]);
    expect(figures).toEqual({ recallAt5: 33.3, recallAt10: 33.3, hitAt1: 33.3, meanReciprocalRank: 33.3 });
  });

  test('take a score of exactly 0.5 for a claim to be about the question', () => {
    expect(
      toSilence([result([], [['a', 0.5]]), result([], [['a', 0.49]]), result([], []), result([], [['a', 0.9]])]),
    ).toBe(50);
  });

  test('judge the threshold by what is shown at or above it', () => {
    const shown = result(
      ['a', 'b'],
      [
        ['a', 0.8],
        ['x', 0.5],
        ['b', 0.4],
      ],
    );
    expect(atThreshold([shown])).toEqual({ precision: 50, recall: 50, firstRight: 100 });
  });
});

describe('the floors of retrieval', () => {
  const floor = { recallAt5: 90, recallAt10: 95, hitAt1: 70.1, meanReciprocalRank: 80 };

  test('hold as long as no figure falls by more than a point', () => {
    expect(checkFloors({ exact: floor }, { exact: { ...floor, hitAt1: 69.1 } })).toEqual([
      { category: 'exact', problems: [] },
    ]);
  });

  test('name the figure that fell by more', () => {
    const [check] = checkFloors({ exact: floor }, { exact: { ...floor, hitAt1: 69 } });
    expect(check?.problems).toEqual(['hitAt1 is 69, its floor 70.1']);
  });

  test('fail for a category without a floor and for a floor without questions', () => {
    const checks = checkFloors({ gone: floor }, { fresh: floor });
    expect(checks.map(({ category, problems }) => [category, problems.length])).toEqual([
      ['fresh', 1],
      ['gone', 1],
    ]);
  });

  test('of a category with nothing to find are the share of silent answers alone', () => {
    expect(toFloors([result([], [['a', 0.2]], 'nothing-to-find')])).toEqual({ 'nothing-to-find': { silence: 100 } });
  });
});
