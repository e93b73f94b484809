import { describe, expect, it } from 'vitest';
import { toDateWords } from './date-words.ts';
import { toWords } from './words.ts';

describe('toDateWords', () => {
  it('gives the words a question about that day has', () => {
    const words = toDateWords(Date.UTC(2023, 6, 8, 12));
    expect(words).toEqual(toWords('8 July 2023'));
    expect(words).toEqual(expect.arrayContaining(toWords('in July')));
  });

  it('finds every month by its name', () => {
    const months = Array.from({ length: 12 }, (_, month) => toDateWords(Date.UTC(2024, month, 1))[1]);
    expect(months).toEqual(
      'January February March April May June July August September October November December'
        .split(' ')
        .flatMap(toWords),
    );
  });

  it('takes the day in UTC', () => {
    expect(toDateWords(Date.parse('2023-12-31T23:59:59.999Z'))).toEqual(toWords('31 December 2023'));
    expect(toDateWords(Date.parse('2024-01-01T00:00:00Z'))).toEqual(toWords('1 January 2024'));
  });

  it('refuses what is no time', () => {
    expect(() => toDateWords(Number.NaN)).toThrow(RangeError);
  });
});
