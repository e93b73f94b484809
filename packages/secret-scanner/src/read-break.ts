import { alphabets, isIn } from './alphabet.ts';
import { isSpace } from './characters.ts';

/** A range of a text. */
export interface Piece {
  start: number;
  end: number;
}

const maxPieceLength = 512;
const maxIndentation = 24;
const maxSpaces = 4;
const maxQuotes = 3;
const carriageReturn = 13;
const equalsSign = 61;
const backslash = 92;

/**
 * The end of one literal and the beginning of the next, emphasis in the middle of a word, or an escaped line break. The
 * match begins with the character before it.
 */
export const seam =
  /[\w+/=~%-](?:["'`]{1,2}[ \t]{0,4}(?:[+.&~]|\|\|)[ \t]{0,4}["'`]{1,2}|["'`*]{1,4}|<w?br ?\/?>|(?:\\r)?\\n)(?=\w)/g;

/** Reads the surroundings of the line break at `at`: indentation, marks of quotations, and the ends of literals. */
export function readLineBreak(text: string, at: number): Piece {
  return { start: endOfLine(text, at), end: startOfLine(text, at + 1) };
}

function endOfLine(text: string, at: number): number {
  const last = text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
  const end = beforeSpaces(text, last);
  const code = text.charCodeAt(end - 1);
  if (code === backslash) return beforeQuotes(text, beforeSpaces(text, end - 1));
  // A soft break of quoted-printable text.
  if (code === equalsSign && end === last) return end - 1;
  if (!isOperator(code)) return beforeQuotes(text, end);
  const operand = beforeSpaces(text, end - 1);
  return isQuote(text.charCodeAt(operand - 1)) ? beforeQuotes(text, operand) : end;
}

function startOfLine(text: string, from: number): number {
  let start = from;
  while (start - from < maxIndentation && isIndentation(text.charCodeAt(start))) start++;
  if (isOperator(text.charCodeAt(start))) {
    let operand = start + 1;
    while (operand - start < maxSpaces && isSpace(text.charCodeAt(operand))) operand++;
    if (isQuote(text.charCodeAt(operand))) start = operand;
  }
  for (let count = 0; count < maxQuotes && isQuote(text.charCodeAt(start)); count++) start++;
  return start;
}

/** Whether a character indents a line, or marks it as part of a quotation. */
function isIndentation(code: number): boolean {
  return isSpace(code) || code === 62 || code === 124;
}

/** Whether a character joins literals in some language. */
function isOperator(code: number): boolean {
  return code === 38 || code === 43 || code === 46;
}

function beforeSpaces(text: string, from: number): number {
  let end = from;
  while (from - end < maxSpaces && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

function beforeQuotes(text: string, from: number): number {
  let end = from;
  while (from - end < maxQuotes && isQuote(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Whether a character is a quotation mark, or a mark of emphasis. */
function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 42 || code === 96;
}

/** Whether a token may contain the character at an offset. */
export function isPart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isIn(alphabets.anyToken, code) || code === 58;
}

/** Returns the run of a token's characters that ends at `end`. */
export function pieceBefore(text: string, end: number): Piece {
  let start = end;
  while (start > 0 && end - start < maxPieceLength && isPart(text, start - 1)) start--;
  return { start, end };
}

/** Returns the run of a token's characters that begins at `start`. */
export function pieceBehind(text: string, start: number): Piece {
  let end = start;
  while (end < text.length && end - start < maxPieceLength && isPart(text, end)) end++;
  return { start, end };
}
