import { describe, expect, it } from 'vitest';
import { namesIn, withoutNames } from './query-vector.ts';

const words = (query: string) => namesIn(query).map(({ word }) => word);

describe('names in a query', () => {
  it('are its capitalised words', () => {
    expect(words("What did Maria say about Pedro's boat?")).toEqual(['maria', 'pedro']);
  });

  it('are not its first word, months, weekdays and stop words', () => {
    expect(words('Does Maria work on Mondays in May, or do I?')).toEqual(['maria']);
    expect(words('When was It in Monday')).toEqual([]);
  });

  it('can be removed, unless only stop words would remain', () => {
    const query = "What did Maria say about Pedro's boat?";
    expect(withoutNames(query, namesIn(query))).toBe('What did say about boat?');
    expect(withoutNames('Who is Maria?', namesIn('Who is Maria?'))).toBeUndefined();
  });

  it('are at most sixteen different ones, each at every position', () => {
    expect(new Set(words(`x ${'Ana Bo '.repeat(500)}`))).toEqual(new Set(['ana', 'bo']));
    const many = Array.from({ length: 100 }, (_, n) => `N${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`);
    expect(new Set(words(`x ${many.join(' ')} ${many.join(' ')}`)).size).toBe(16);
  });
});
