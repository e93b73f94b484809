import { expect, it } from 'vitest';
import { quoteId, quoteName, toJsonLine } from './quote-value.ts';

it.each([
  ['a tag', 'a\u{e0041}', '"a\\udb40\\udc41"'],
  ['a right-to-left override', 'a\u202e', '"a\\u202e"'],
  ['a Hangul filler, which is a letter', 'a\u3164', '"a\\u3164"'],
  ['a variation selector, which is a mark', 'a\u{e0100}', '"a\\udb40\\udd00"'],
])('writes %s visibly', (_what, value, visible) => {
  expect(toJsonLine(value)).toBe(visible);
  expect(quoteId(value)).toBe(visible);
  expect(quoteName(value)).toBe(visible);
});

it('keeps emoji and the joiners of scripts', () => {
  expect(toJsonLine('👩\u200d👧 ❤\ufe0f')).toBe('"👩\u200d👧 ❤\ufe0f"');
});
