import { isGap } from './characters.ts';
import { type Decoded, fromUnits, isHexPair, isReadable, isWord } from './decoded.ts';

const minTokenLength = 16;
const maxListGap = 16;
const percent = 37;

/** Decodes words with percent-encoded characters, such as addresses in the query of an address. */
export function decodePercents(text: string, found: Decoded[]): void {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    if (!isEscaped(text, at)) continue;
    let end = at;
    while (end < text.length && !endsWord(text.charCodeAt(end))) end++;
    if (mayHoldName(text, at, end)) found.push(decodeWord(text, at, end));
    at = end - 1;
  }
}

/** Whether a word has several escapes, or that of a colon or equals sign, which follow a name. */
function mayHoldName(text: string, at: number, end: number): boolean {
  const second = text.indexOf('%', at + 1);
  return (second > 0 && second < end) || /^3[ad]$/i.test(text.slice(at + 1, at + 3));
}

/** Decodes the word around `at`, which is its first escape. */
function decodeWord(text: string, at: number, end: number): Decoded {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) !== percent && !endsWord(text.charCodeAt(start - 1))) start--;
  let plain = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let next = start; next < end; ) {
    const length = isEscaped(text, next) ? 3 : 1;
    plain += length === 1 ? text[next] : String.fromCharCode(Number.parseInt(text.slice(next + 1, next + 3), 16));
    starts.push(next);
    next += length;
    ends.push(next);
  }
  return fromUnits(plain, starts, ends);
}

function isEscaped(text: string, at: number): boolean {
  return text.charCodeAt(at) === percent && isHexPair(text, at + 1);
}

/**
 * Whether a character is not a part of an encoded word, such as a space, a quotation mark or the bracket of a tag. The
 * marks that structure an address are none, either, because encoded text does not change its structure.
 */
function endsWord(code: number): boolean {
  if (code > 64) return code === 96 || code === 0xa0;
  return isGap(code) || '"\'<>/?&#;'.includes(String.fromCharCode(code));
}

/** Decodes the list `0x67, 0x68, …` that begins at `at`. */
export function readBytes(text: string, at: number): Decoded | undefined {
  // A list is read at its beginning, not at each of its bytes.
  if (/0x[\da-f]{2}[\s,;]{0,16}$/i.test(text.slice(Math.max(0, at - maxListGap - 4), at))) return undefined;
  let bytes = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let next = at; text.startsWith('0x', next) && isHexPair(text, next + 2); ) {
    bytes += String.fromCharCode(Number.parseInt(text.slice(next + 2, next + 4), 16));
    starts.push(next);
    next += 4;
    ends.push(next);
    if (isWord(text, next)) break;
    for (let limit = next + maxListGap; next < limit && isListGap(text.charCodeAt(next)); ) next++;
  }
  return bytes.length >= minTokenLength && isReadable(bytes) ? fromUnits(bytes, starts, ends) : undefined;
}

function isListGap(code: number): boolean {
  return isGap(code) || code === 44 || code === 59;
}
