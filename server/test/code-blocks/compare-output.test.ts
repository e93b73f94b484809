import { describe, expect, it } from 'vitest';
import { expectOutput } from './compare-output.ts';

describe('the output of a block', () => {
  // The pages show what may differ.
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
