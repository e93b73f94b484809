import { expect } from 'vitest';

/**
 * Compares what was printed with what a page shows. Values that differ from run to run, such as ids and times, are equal
 * to each other. In what a page shows, `…` stands for any characters, and on a line of its own for any lines.
 */
export function expectOutput(printed: string, shown: string): void {
  const expected = withoutAccidents(shown);
  const received = withoutAccidents(printed);
  if (patternOf(expected).test(received)) return;
  expect(received).toBe(expected);
  throw new Error(`This output is not what the page shows:\n${printed}`);
}

function withoutAccidents(text: string): string {
  return normalizeJson(text)
    .replaceAll('\r', '')
    .replace(/\b(mem|acct|del|key|req|ses|wh|evt)_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_…')
    .replace(/\bmnk_\w{8,33}\b/g, 'mnk_…')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d(?: UTC)?)?/g, 'a time')
    .replace(/\b0\.\d{2,}\b/g, (score) => Number(score).toFixed(1))
    .replace(/[ \t]+$/gm, '');
}

/** A page may show JSON on several lines that a server sends on one. */
function normalizeJson(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return `${JSON.stringify(JSON.parse(text))}\n`;
  } catch {
    return text;
  }
}

function patternOf(expected: string): RegExp {
  const lines = expected.split('\n').map((line) => {
    if (line === '…') return '(?:.*\\n)*?';
    return `${line.split('…').map(escapeExpression).join('.*')}\\n`;
  });
  // The last line break of the text begins no further line.
  return new RegExp(`^${lines.join('').replace(/\\n$/, '')}$`);
}

const escapeExpression = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
