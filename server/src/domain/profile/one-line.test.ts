import { expect, it } from 'vitest';
import { toOneLine } from './to-statements.ts';

it('keeps a short line and removes line breaks and control characters', () => {
  expect(toOneLine('a b', 10)).toBe('a b');
  expect(toOneLine(' a\r\n\tb\u0000\u2028c ', 10)).toBe('a b c');
});

it('removes characters that hide text or change its order', () => {
  expect(toOneLine('a\u202eb\u{e0041}\u200bc 👩\u200d👧', 20)).toBe('abc 👩\u200d👧');
});

it('cuts between words if possible, never inside a character, and marks the cut', () => {
  expect(toOneLine('the harbour freezes', 12)).toBe('the harbour…');
  expect(toOneLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(toOneLine('🙂'.repeat(50), 10)).toBe('🙂🙂🙂🙂…');
  expect(toOneLine(`${' '.repeat(100)}after`, 10).length).toBeLessThanOrEqual(10);
});
