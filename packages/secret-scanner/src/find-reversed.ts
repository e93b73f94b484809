import { alphabets, isIn } from './alphabet.ts';
import type { Decoded } from './decoded.ts';
import { foldCase } from './keyword-index.ts';
import { isPart } from './read-break.ts';
import { tokenShapes } from './token-shapes.ts';

const minLength = 20;
const maxLength = 4_096;
const minPrefixLength = 4;

/** The beginnings of tokens, reversed and in lower case. Short ones without a separator end many other words. */
export const reversedPrefixes: readonly string[] = [
  ...new Set(
    [...tokenShapes.flatMap(({ prefixes }) => prefixes), 'eyJ', 'SG.']
      .filter((prefix) => prefix.length >= minPrefixLength || (prefix.length === 3 && /^eyJ$|[_.-]$/.test(prefix)))
      .map((prefix) => foldCase(reverse(prefix))),
  ),
];

/**
 * Reads the run that ends with a reversed prefix at `at`. A run has one end, so that no run is read twice.
 */
export function readReversed(text: string, at: number, prefix: string): Decoded | undefined {
  const end = at + prefix.length;
  if (isPart(text, end) && !endsSentence(text, end)) return undefined;
  if (!isIn(alphabets.anyToken, text.charCodeAt(end - minLength))) return undefined;
  let start = at;
  while (start > 0 && end - start < maxLength && isIn(alphabets.anyToken, text.charCodeAt(start - 1))) start--;
  if (end - start < minLength) return undefined;
  return {
    text: reverse(text.slice(start, end)),
    startOf: (unit) => end - unit - 1,
    endOf: (unit) => end - unit,
  };
}

/** Whether a full stop or colon follows, and the run ends behind it. */
function endsSentence(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === 46 || code === 58) && !isPart(text, at + 1);
}

function reverse(text: string): string {
  return [...text].reverse().join('');
}
