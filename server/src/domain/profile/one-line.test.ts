import { expect, it } from 'vitest';
import { toOneLine } from './one-line.ts';

it('leaves a short line as it is and takes line breaks and control characters out of others', () => {
  expect(toOneLine('a b', 10)).toBe('a b');
  expect(toOneLine(' a\r\n\tb\u0000\u2028c ', 10)).toBe('a b c');
});

it('cuts between words where it can, never inside a character, and says so', () => {
  expect(toOneLine('the harbour freezes', 12)).toBe('the harbour…');
  expect(toOneLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(toOneLine('🙂'.repeat(50), 10)).toBe('🙂🙂🙂🙂…');
  expect(toOneLine(`${' '.repeat(100)}after`, 10).length).toBeLessThanOrEqual(10);
});
