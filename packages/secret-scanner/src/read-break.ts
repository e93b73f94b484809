import { alphabets, isIn } from './alphabet.ts';

/** A run of the characters of tokens. */
export interface Piece {
  start: number;
  end: number;
}

const maxPieceLength = 512;
const maxBreakLength = 12;

/** What may end a line before the break: a literal and its operator, a soft break, or the sign of a continuation. */
const lineEnd = /(?:["'`][ \t]{0,2}[+.&]?[ \t]{0,2}\\?|[*`]{1,3}|=|[ \t]{0,2}\\)?[ \t]{0,4}(?:\r|\\r)?$/;
const lineBreak = /(?:\n|\\n|<w?br ?\/?>)[ \t>|]{0,24}(?:[+.&][ \t]{0,2}(?=["'`]))?["'`*]{0,3}/y;
/** The end of one literal and the beginning of the next, or emphasis in the middle of a word. */
const seam = /["'`]{1,2}[ \t]{0,4}(?:[+.&~]|\|\|)[ \t]{0,4}["'`]{1,2}|["'`*]{1,4}/y;

/** Reads the line break or the seam of literals that separates two runs at `at`. */
export function readBreak(text: string, at: number): Piece | undefined {
  switch (text.charCodeAt(at)) {
    case 10: // line feed
    case 60: // <
    case 92: // \
      return readLineBreak(text, at);
    case 34: // "
    case 39: // '
    case 42: // *
    case 96: // `
      return readSeam(text, at);
    default:
      return undefined;
  }
}

function readLineBreak(text: string, at: number): Piece | undefined {
  lineBreak.lastIndex = at;
  if (!lineBreak.test(text)) return undefined;
  const before = text.slice(Math.max(0, at - maxBreakLength), at);
  const end = lineBreak.lastIndex;
  return { start: at - (lineEnd.exec(before)?.[0].length ?? 0), end };
}

function readSeam(text: string, at: number): Piece | undefined {
  if (!isPart(text, at - 1)) return undefined;
  seam.lastIndex = at;
  return seam.test(text) && /\w/.test(text.charAt(seam.lastIndex)) ? { start: at, end: seam.lastIndex } : undefined;
}

/** Whether a token may hold the character at an offset. */
export function isPart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isIn(alphabets.anyToken, code) || code === 58;
}

export function pieceBefore(text: string, end: number): Piece {
  let start = end;
  while (start > 0 && end - start < maxPieceLength && isPart(text, start - 1)) start--;
  return { start, end };
}

export function pieceBehind(text: string, start: number): Piece {
  let end = start;
  while (end < text.length && end - start < maxPieceLength && isPart(text, end)) end++;
  return { start, end };
}
