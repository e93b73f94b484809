import { unspacedScripts } from './words.ts';

/** A part of a text without spaces, quotes or characters of unspaced scripts. Offsets are in UTF-16 units. */
export interface Token {
  /** The part without the punctuation around it. It is empty if nothing else is left or the part is long. */
  core: string;
  start: number;
  before: string;
  after: string;
  /** The separator from the token before: spaces, a line break, a quotation mark, or letters and other signs. */
  gap: 'space' | 'line' | 'quote' | 'other';
}

/** Longer tokens are data, not words or names. */
const maxTokenLength = 400;

const separators = `\\s"<>\\|“”„«»‹›—\`\\u3000-\\u303f\\uff08\\uff09\\uff0c\\uff1a-\\uff1f\\uff01${unspacedScripts}`;
const stretches = new RegExp(`[^${separators}]+`, 'gv');
const spaces = /^[ \t\u00a0]+$/;
const letter = /\p{L}/u;
const lineBreak = /[\n\r\u2028\u2029]/;
const quote = /["“”„«»‹›`\u300c-\u300f]/;
const edges = new Set("'‘’()[]{}*.,;:!?…–=#¿¡-");

export function* toTokens(text: string): Generator<Token> {
  let end = 0;
  for (const { 0: stretch, index } of text.matchAll(stretches)) {
    const gap = gapOf(text.slice(end, index));
    yield trim(stretch, index, end === 0 && (gap === 'space' || index === 0) ? 'line' : gap);
    end = index + stretch.length;
  }
}

/** Cuts punctuation off the end of a part, except brackets that the part opens. */
export function trimEnd(stretch: string): string {
  let end = stretch.length;
  while (end > 0 && edges.has(stretch.charAt(end - 1))) {
    if (stretch.charAt(end - 1) === ')' && stretch.lastIndexOf('(', end - 1) > 0) break;
    end--;
  }
  return stretch.slice(0, end);
}

function trim(stretch: string, index: number, gap: Token['gap']): Token {
  if (stretch.length > maxTokenLength) return { core: '', start: index, before: '', after: '', gap };
  const body = trimEnd(stretch);
  let start = 0;
  // A point belongs to the following word: `./a`, `.env`.
  while (edges.has(body.charAt(start)) && body.charAt(start) !== '.') start++;
  const before = stretch.slice(0, start);
  return { core: body.slice(start), start: index + start, before, after: stretch.slice(body.length), gap };
}

function gapOf(between: string): Token['gap'] {
  if (between === ' ' || spaces.test(between)) return 'space';
  if (letter.test(between)) return 'other';
  if (lineBreak.test(between)) return 'line';
  return quote.test(between) ? 'quote' : 'other';
}
