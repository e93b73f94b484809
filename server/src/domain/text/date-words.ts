import { toWords } from './words.ts';

const written = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * The day of a time as people write it ("8 May 2023"), as words of the word index, so that "in May" finds what
 * happened then.
 *
 * @param at milliseconds since the epoch; the day is that of UTC
 * @throws {RangeError} when `at` is no time
 */
export function toDateWords(at: number): string[] {
  return toWords(written.format(at));
}
