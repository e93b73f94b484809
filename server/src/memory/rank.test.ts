import { describe, expect, it } from 'vitest';
import type { Candidate, Candidates } from '../ports/memory-store.ts';
import { rank } from './rank.ts';

const band = { low: 0.36, high: 0.8 };

function candidate(id: string, changes: Partial<Candidate> = {}): Candidate {
  return { id, version: 1, wordCounts: [0, 0, 0], length: 10, cosine: null, ...changes };
}

function found(...candidates: Candidate[]): Candidates {
  return { candidates, scopeSize: 100, averageLength: 10, documentFrequencies: [1, 1, 50] };
}

const order = (candidates: Candidates) => rank(candidates, band).map((one) => one.candidate.id);

describe('ranking', () => {
  it('puts more of the rare query words first, whatever the vectors of the others almost say', () => {
    const words = candidate('words', { wordCounts: [1, 1, 1], cosine: 0.5 });
    const vector = candidate('vector', { cosine: 0.6 });
    expect(order(found(vector, words))).toEqual(['words', 'vector']);
  });

  it('lets a close paraphrase beat one stray common word', () => {
    expect(
      order(found(candidate('stray', { wordCounts: [0, 0, 1] }), candidate('paraphrase', { cosine: 0.65 }))),
    ).toEqual(['paraphrase', 'stray']);
  });

  it('does not bury what was just written, and so has no vector yet, under the noise of what has one', () => {
    const noise = Array.from({ length: 20 }, (_, i) => candidate(`noise${i}`, { cosine: 0.6 }));
    const fresh = candidate('fresh', { wordCounts: [1] });
    const wanted = { candidates: [...noise, fresh], scopeSize: 21, averageLength: 10, documentFrequencies: [1] };
    expect(order(wanted)[0]).toBe('fresh');
    const barely = candidate('barely', { wordCounts: [0, 0, 1] });
    expect(order(found(...noise, barely))[0]).not.toBe('barely');
  });

  it('leaves out what has neither a word nor a cosine above noise', () => {
    expect(order(found(candidate('noise', { cosine: 0.36 }), candidate('nothing')))).toEqual([]);
  });

  it('scores between 0 and 1, in the order of the list, the best possible included', () => {
    const best = candidate('best', { wordCounts: [9, 9, 9], cosine: 1 });
    const scores = rank(
      found(candidate('a', { cosine: 0.4 }), best, candidate('b', { wordCounts: [1, 0, 0] })),
      band,
    ).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
    expect(scores[0]).toBeGreaterThan(0.8);
  });

  it('orders equals by age, newest first, every time', () => {
    const equals = ['mem_1', 'mem_3', 'mem_2'].map((id) => candidate(id, { cosine: 0.7 }));
    expect(order(found(...equals))).toEqual(['mem_3', 'mem_2', 'mem_1']);
    expect(order(found(...equals.toReversed()))).toEqual(['mem_3', 'mem_2', 'mem_1']);
  });

  it('works in a scope of one memory', () => {
    const only = {
      candidates: [candidate('one', { wordCounts: [1, 0, 0] })],
      scopeSize: 1,
      averageLength: 10,
      documentFrequencies: [1, 0, 0],
    };
    expect(rank(only, band)[0]?.score).toBeGreaterThan(0);
  });
});
