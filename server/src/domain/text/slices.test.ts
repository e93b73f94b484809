import { expect, it } from 'vitest';
import { toSlices } from './slices.ts';

it.each([
  ['at spaces', 'one two three', ['one two ', 'three']],
  ['at punctuation', '一二三四五六。七八九十', ['一二三四五六。', '七八九十']],
  ['not in a number', '123456 8.90', ['123456 ', '8.90']],
  ['not in a short word with an apostrophe', 'who is o’brien', ['who is ', 'o’brien']],
  ['inside what is longer than a slice', 'abcdefghijklm', ['abcdefghij', 'klm']],
  ['never inside a character', 'a𐐨𐐨𐐨𐐨𐐨', ['a𐐨𐐨𐐨𐐨', '𐐨']],
  ['nothing that is short', 'short', ['short']],
])('cuts %s', (_, text, slices) => expect([...toSlices(text, 10)]).toEqual(slices));

it('cuts scripts without spaces between words', () => {
  const text = '昨天在上海的咖啡店'.repeat(200);
  for (let maxLength = 300; maxLength < 320; maxLength++) {
    const slices = [...toSlices(text, maxLength)];
    expect(slices.join('')).toBe(text);
    for (const slice of slices) {
      expect(slice.length).toBeLessThanOrEqual(maxLength);
      // The words of more than one character are 昨天, 上海 and 咖啡店.
      expect(slice).not.toMatch(/^[天海啡店]|[昨上咖啡]$/);
    }
  }
});
