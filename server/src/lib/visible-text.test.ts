import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { escapeInvisible, quoteId, quoteName, removeInvisible, toJsonLine } from './visible-text.ts';

const shared = new URL('../../../conformance/format-memories.json', import.meta.url);
const cases: { name: string; memories: string[]; text?: string }[] = JSON.parse(readFileSync(shared, 'utf8')).cases;
const names = [
  'characters that change the order of a text are removed',
  'tags hide no text',
  'emoji and the joiners of scripts stay',
  'a run of joiners or of selectors hides no text',
];

it.each(names)('follows the rule of the SDKs: %s', (name) => {
  const { memories, text } = cases.find((shown) => shown.name === name) ?? { memories: [] };
  expect(memories.map((memory) => `- ${removeInvisible(memory)}`).join('\n')).toBe(text);
});

it.each([
  ['a right-to-left override', 'ada\u202e@example.com', 'ada\\u202e@example.com'],
  ['a zero-width space', 'ada\u200b', 'ada\\u200b'],
  ['a line break, an escape of the terminal', 'a\nb\u001b[2J', 'a\\u000ab\\u001b[2J'],
  ['a tag character beyond 16 bits', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['a lone surrogate', 'a\ud83d', 'a\\ud83d'],
  ['a variation selector', 'a\ufe0f', 'a\\ufe0f'],
])('writes %s visibly', (_what, text, visible) => expect(escapeInvisible(text)).toBe(visible));

it('leaves visible text of any language as it is', () => {
  expect(escapeInvisible('Åsa 日本 😀 "q" \\')).toBe('Åsa 日本 😀 "q" \\');
});

it.each([
  ['a tag', 'a\u{e0041}', '"a\\udb40\\udc41"'],
  ['a right-to-left override', 'a\u202e', '"a\\u202e"'],
  ['a Hangul filler, which is a letter', 'a\u3164', '"a\\u3164"'],
  ['a variation selector, which is a mark', 'a\u{e0100}', '"a\\udb40\\udd00"'],
])('writes %s in a quoted value visibly', (_what, value, visible) => {
  expect(toJsonLine(value)).toBe(visible);
  expect(quoteId(value)).toBe(visible);
  expect(quoteName(value)).toBe(visible);
});
it('keeps emoji and the joiners of scripts in a quoted value', () => {
  expect(toJsonLine('👩\u200d👧 ❤\ufe0f')).toBe('"👩\u200d👧 ❤\ufe0f"');
});
