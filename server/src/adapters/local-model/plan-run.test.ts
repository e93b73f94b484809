import { describe, expect, it } from 'vitest';
import { planRun } from './encoder-queue.ts';

const limits = { maxTexts: 4, maxTokens: 100 };

describe('planRun', () => {
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
});
