import { isSpace } from './characters.ts';
import { type Decoded, isHexPair, isReadable, isWord } from './decoded.ts';
import { isPart } from './read-break.ts';

/** The distance of the offsets that are examined. The shortest token with separators is longer. */
const stride = 31;
const minTokenLength = 16;

/** The separator of single characters (period 2) or of pairs of hexadecimal digits (period 3), where it occurs. */
interface Gap {
  at: number;
  code: number;
  period: 2 | 3;
}

/** Decodes `g h p _ …` and `67:68:70:5f:…`. Patterns do not overlap, so that each is read once. */
export function decodeSeparated(text: string, found: Decoded[]): void {
  let floor = 0;
  for (let at = nextRepetition(text, 0); at < text.length; at = nextRepetition(text, at + stride)) {
    const gap = readGap(text, at);
    if (gap === undefined) continue;
    const end = endOfPattern(text, gap);
    const start = startOfPattern(text, gap, floor);
    const decoded = gap.period === 2 ? decodeSpaced(text, start, end) : decodePairs(text, start, end);
    if (decoded) found.push(decoded);
    floor = end;
    at = Math.max(at, end);
  }
}

/** Returns the next offset, in steps, at which a character occurs three times at equal distances. */
function nextRepetition(text: string, from: number): number {
  const end = text.length - 8;
  for (let at = from; at < end; at += stride) {
    const first = text.charCodeAt(at);
    if (first > 255) continue;
    const second = text.charCodeAt(at + 1);
    const third = text.charCodeAt(at + 2);
    const fourth = text.charCodeAt(at + 3);
    const fifth = text.charCodeAt(at + 4);
    const sixth = text.charCodeAt(at + 5);
    // One product has fewer branches than five comparisons.
    const periods2 = Math.imul((first ^ third) | (third ^ fifth), (second ^ fourth) | (fourth ^ sixth));
    const periods3 = Math.imul(
      (first ^ fourth) | (fourth ^ text.charCodeAt(at + 6)),
      Math.imul(
        (second ^ fifth) | (fifth ^ text.charCodeAt(at + 7)),
        (third ^ sixth) | (sixth ^ text.charCodeAt(at + 8)),
      ),
    );
    if (periods2 === 0 || periods3 === 0) return at;
  }
  return text.length;
}

function readGap(text: string, at: number): Gap | undefined {
  for (let offset = at; offset < at + 3; offset++) {
    const code = text.charCodeAt(offset);
    if (!isSeparator(code)) continue;
    if (offset < at + 2 && text.charCodeAt(offset + 2) === code && text.charCodeAt(offset + 4) === code) {
      return { at: offset, code, period: 2 };
    }
    if (text.charCodeAt(offset + 3) === code && text.charCodeAt(offset + 6) === code) {
      return { at: offset, code, period: 3 };
    }
  }
  return undefined;
}

/** Blanks, line ends, punctuation and strokes. */
function isSeparator(code: number): boolean {
  return isSpace(code) || code === 10 || (code > 32 && code < 48) || code === 58 || code === 95 || code === 124;
}

function isElement(text: string, { period }: Gap, at: number): boolean {
  return period === 2 ? isPart(text, at) : isHexPair(text, at);
}

/** Returns the end of the last element behind a gap. */
function endOfPattern(text: string, gap: Gap): number {
  let at = gap.at;
  while (text.charCodeAt(at) === gap.code && isElement(text, gap, at + 1)) at += gap.period;
  return at;
}

/** Returns the beginning of the first element before a gap, behind `floor`. */
function startOfPattern(text: string, gap: Gap, floor: number): number {
  const { code, period } = gap;
  let at = gap.at;
  while (text.charCodeAt(at) === code && at - period >= floor - 1 && isElement(text, gap, at - period + 1))
    at -= period;
  return at + 1;
}

/** Removes the separators between all characters. */
function decodeSpaced(text: string, from: number, to: number): Decoded | undefined {
  // The end of a word is no element, and neither is the beginning of one.
  const start = isWord(text, from - 1) ? from + 2 : from;
  const end = isWord(text, to) ? to - 2 : to;
  if (end - start < 2 * minTokenLength - 1) return undefined;
  let plain = '';
  for (let at = start; at < end; at += 2) plain += text[at];
  return { text: plain, startOf: (unit) => start + unit * 2, endOf: (unit) => start + unit * 2 + 1, isSpaced: true };
}

function decodePairs(text: string, start: number, end: number): Decoded | undefined {
  if (end - start < 3 * minTokenLength - 1) return undefined;
  let digits = '';
  for (let at = start; at < end; at += 3) digits += text.slice(at, at + 2);
  const bytes = Buffer.from(digits, 'hex').toString('latin1');
  if (!isReadable(bytes)) return undefined;
  return { text: bytes, startOf: (unit) => start + unit * 3, endOf: (unit) => start + unit * 3 + 2 };
}
