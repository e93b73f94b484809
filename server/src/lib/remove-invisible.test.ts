import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { removeInvisible } from './remove-invisible.ts';

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
