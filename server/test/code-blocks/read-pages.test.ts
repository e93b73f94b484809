import { expect, it } from 'vitest';
import { readBlocks } from './read-pages.ts';

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
const outputsOf = (document: string) =>
  readBlocks('page.md', document).map(({ line, language, shown, isOutput }) => [line, language, shown, isOutput]);

it('takes a block of text for the output of the programs before it, one in each language', () => {
  const document = block('ts', 'a') + block('ts', 'b') + block('python', 'c') + block('text', 'd');
  expect(outputsOf(document)).toEqual([
    [2, 'ts', '', false],
    [6, 'ts', 'd\n', false],
    [10, 'python', 'd\n', false],
    [14, 'text', '', true],
  ]);
});

it('takes JSON for the output of commands, unless a section begins before it', () => {
  expect(outputsOf(block('sh', 'curl') + block('json', '{}'))[0]).toEqual([2, 'sh', '{}\n', false]);
  expect(outputsOf(`${block('sh', 'curl')}# Next\n\n${block('json', '{}')}`)).toEqual([
    [2, 'sh', '', false],
    [8, 'json', '', false],
  ]);
});

it('takes results in comments for the output', () => {
  const document = block('python', 'print(1)  # → 1\n# no result\nprint(2)  # → 2');
  expect(outputsOf(document)).toEqual([[2, 'python', '1\n2\n', false]]);
});

it('reads a block in a list without its indentation', () => {
  expect(readBlocks('page.md', '- Run:\n\n  ```sh\n  first\n    second\n  ```\n')[0]?.text).toBe('first\n  second\n');
});
