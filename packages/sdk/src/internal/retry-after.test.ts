import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');

  it.each([
    ['0', 0],
    [' 61 ', 61],
    ['007', 7],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30],
    ['Saturday, 21-Nov-26 09:00:30 GMT', 30],
    ['Sat Nov 21 09:00:30 2026', 30],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  ])('%j is %d seconds', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });

  it.each([null, '', 'soon', '-5', '1.5', 'Mon 5', '5 minutes', 'NaN', 'Infinity', '2026-11-21'])(
    '%j says nothing',
    (value) => {
      expect(parseRetryAfter(value, now)).toBeNull();
    },
  );
});
