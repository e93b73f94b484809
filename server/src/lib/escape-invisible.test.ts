import { expect, it } from 'vitest';
import { escapeInvisible } from './escape-invisible.ts';

it.each([
  ['a right-to-left override', 'ada\u202e@example.com', 'ada\\u202e@example.com'],
  ['a zero-width space', 'ada\u200b', 'ada\\u200b'],
  ['a line break, an escape of the terminal', 'a\nb\u001b[2J', 'a\\u000ab\\u001b[2J'],
  ['a tag character beyond 16 bits', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['a lone surrogate', 'a\ud83d', 'a\\ud83d'],
  ['a variation selector', 'a\ufe0f', 'a\\ufe0f'],
])('writes %s visibly', (_what, text, visible) => {
  expect(escapeInvisible(text)).toBe(visible);
});

it('leaves visible text of any language as it is', () => {
  expect(escapeInvisible('Åsa 日本 😀 "q" \\')).toBe('Åsa 日本 😀 "q" \\');
});
