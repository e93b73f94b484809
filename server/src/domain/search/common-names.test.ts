import { expect, it } from 'vitest';
import { namesIn, withoutNames } from './query-vector.ts';

const words = (query: string) => namesIn(query).map(({ word }) => word);

it('names are the capitalised words of a query, but not its first word, months, weekdays and stop words', () => {
  expect(words("What did Maria say about Pedro's boat?")).toEqual(['maria', 'pedro']);
  expect(words('Does Maria work on Mondays in May, or do I?')).toEqual(['maria']);
  expect(words('When was It in Monday')).toEqual([]);
});

it('names can be removed, unless only stop words would remain', () => {
  const query = "What did Maria say about Pedro's boat?";
  expect(withoutNames(query, namesIn(query))).toBe('What did say about boat?');
  expect(withoutNames('Who is Maria?', namesIn('Who is Maria?'))).toBeUndefined();
});

it('names are at most sixteen different ones, each at every position', () => {
  expect(new Set(words(`x ${'Ana Bo '.repeat(500)}`))).toEqual(new Set(['ana', 'bo']));
  const many = Array.from({ length: 100 }, (_, n) => `N${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`);
  expect(new Set(words(`x ${many.join(' ')} ${many.join(' ')}`)).size).toBe(16);
});
