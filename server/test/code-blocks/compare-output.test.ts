import { describe, expect, it } from 'vitest';
import { expectOutput } from './compare-output.ts';

const id = (end: string) => `mem_01M7Z02V25AMMWD5ACYDCQJ${end}`;

describe('the output of a block', () => {
  it.each([
    ['the same text', 'ready\n', 'ready\n'],
    [
      'another id, time and score',
      `${id('QRD')} 2026-11-21T12:07:48.549Z 0.8876845\n`,
      `${id('QRE')} 2026-11-23T18:54:02.538Z 0.912\n`,
    ],
    ['JSON on several lines', '{"a":[1]}', '{\n  "a": [1]\n}\n'],
    ['any text', 'prints (1) thing\n', 'prints … thing\n'],
    ['any lines', 'first\nsecond\nthird\nlast\n', 'first\n…\nlast\n'],
  ])('may be %s', (_what, printed, shown) => {
    expectOutput(printed, shown);
  });

  it.each([
    ['other text', 'failed\n', 'ready\n'],
    ['another score', '0.12\n', '0.92\n'],
    ['more lines', 'ready\nfailed\n', 'ready\n'],
    ['fewer lines', 'ready\n', 'ready\nready\n'],
    ['text that the page does not show', 'ready\n', ''],
    ['no text', '', 'ready\n'],
    ['another order', 'last\nfirst\n', 'first\n…\nlast\n'],
  ])('must not be %s', (_what, printed, shown) => {
    expect(() => expectOutput(printed, shown)).toThrow();
  });
});
