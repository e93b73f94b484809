import { isGap } from './characters.ts';
import { type Decoded, fromUnits } from './decoded.ts';
import { isPart } from './read-break.ts';

/** The calls that join the literals of a list, in several languages. The list is behind the call, or before it. */
export const joiningCalls: readonly string[] = ['].join', '.join([', '.join((', 'implode(', 'concat('];

const maxListLength = 4_096;
const maxGap = 40;
const maxSeparator = 3;
const minTokenLength = 16;

/** Joins the literals of the list at the call `call` at `at`. */
export function readJoined(text: string, at: number, call: string): Decoded | undefined {
  if (call === '].join') {
    const open = openingBefore(text, at);
    const list = open < 0 ? undefined : readList(text, open + 1);
    if (!list || list.end !== at) return undefined;
    const behind = /^\(\s{0,4}(?:(?<quote>["'`])(?<by>[^"'`\n]{0,3})\k<quote>)?/.exec(
      text.slice(at + call.length, at + call.length + 12),
    );
    return join(text, list.literals, behind ? (behind.groups?.['by'] ?? ',') : '');
  }
  let start = at + call.length;
  let by = '';
  if (call.startsWith('.join')) by = separatorBefore(text, at);
  else if (call === 'implode(') {
    const head = /^\s{0,4}(?<quote>["'])(?<by>[^"'\n]{0,3})\k<quote>\s{0,4},\s{0,4}(?:\[|array\()/.exec(
      text.slice(start, start + 32),
    );
    if (!head) return undefined;
    start += head[0].length;
    by = head.groups?.['by'] as string;
  }
  const list = readList(text, start);
  return list && join(text, list.literals, by);
}

/** Returns the offset of the bracket that opens the list that ends at `end`, or -1. */
function openingBefore(text: string, end: number): number {
  for (let at = end - 1; at >= 0 && end - at < maxListLength; at--) {
    const character = text[at];
    if (character === '[') return at;
    if (character === ']') return -1;
  }
  return -1;
}

/** Reads the separator before `.join(` of Python. */
function separatorBefore(text: string, end: number): string {
  const quote = text[end - 1];
  if (quote !== '"' && quote !== "'") return '';
  const start = text.lastIndexOf(quote, end - 2);
  return start >= 0 && end - start <= maxSeparator + 2 ? text.slice(start + 1, end - 1) : '';
}

interface Literal {
  start: number;
  end: number;
}

/** Reads literals between commas, until something else follows. */
function readList(text: string, from: number): { literals: Literal[]; end: number } | undefined {
  const literals: Literal[] = [];
  let at = skipGap(text, from);
  for (;;) {
    const literal = readLiteral(text, at);
    if (!literal || literal.end - from > maxListLength) break;
    literals.push(literal);
    at = skipGap(text, literal.end + 1);
    if (text[at] !== ',') break;
    at = skipGap(text, at + 1);
  }
  return literals.length > 1 ? { literals, end: at } : undefined;
}

/** Reads the literal whose quotation mark is at `at`. It holds only characters of a token. */
function readLiteral(text: string, at: number): Literal | undefined {
  const quote = text[at];
  if (!isQuote(quote)) return undefined;
  let end = at + 1;
  while (isPart(text, end)) end++;
  return text[end] === quote ? { start: at + 1, end } : undefined;
}

/** The literals of a chain `"a" + "b" + "c"`, joined, and its end. */
export interface Chain {
  joined: Decoded | undefined;
  end: number;
}

/** Reads the chain of literals in which `at` is the offset behind a literal. */
export function readChain(text: string, start: number, at: number): Chain {
  const literals = [{ start, end: at }];
  let end = at;
  while (end - start < maxListLength) {
    const next = startOfNextLiteral(text, end);
    const literal = next < 0 ? undefined : readLiteral(text, next);
    if (!literal) break;
    literals.push(literal);
    end = literal.end;
  }
  // The two literals around one operator are joined elsewhere.
  return { joined: literals.length > 2 ? join(text, literals, '') : undefined, end };
}

/** Returns the offset of the literal behind the operator at the end of another, or -1. */
export function startOfNextLiteral(text: string, end: number): number {
  if (!isQuote(text[end])) return -1;
  let at = skipGap(text, end + 1);
  if (text[at] === '+' || text[at] === '.' || text[at] === '&' || text[at] === '~') at++;
  else if (text.startsWith('||', at)) at += 2;
  at = skipGap(text, at);
  return isQuote(text[at]) ? at : -1;
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`';
}

function skipGap(text: string, from: number): number {
  let at = from;
  while (at - from < maxGap && isGap(text.charCodeAt(at))) at++;
  return at;
}

function join(text: string, literals: readonly Literal[], by: string): Decoded | undefined {
  let joined = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [index, { start, end }] of literals.entries()) {
    for (let count = index > 0 ? by.length : 0; count > 0; count--) {
      starts.push(start);
      ends.push(start);
    }
    joined += (index > 0 ? by : '') + text.slice(start, end);
    for (let at = start; at < end; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  }
  return joined.length < minTokenLength ? undefined : fromUnits(joined, starts, ends);
}
