import { type Alphabet, alphabets, isIn } from './alphabet.ts';
import { type Decoded, isControl, isReadable } from './decoded.ts';

/** The alphabets of base 64, of which that of hexadecimal digits is a part. */
const encodedAlphabet: Alphabet = alphabets.base64Url | 256;
/** The length of the shortest run that may hold a token or a name with its value. */
const minLength = 24;
/** The distance of the offsets that are examined. Every encoded run contains two of them. */
const stride = minLength / 2;
const minHexLength = 32;
/** Lines of this width are wrapped. Shorter ones are a list. */
const minWidth = 48;
const maxIndentation = 24;
const equalsSign = 61;

/** Lines of one width, with gaps of one length between them. A single line has a gap of 0. */
interface Run {
  start: number;
  end: number;
  width: number;
  gap: number;
}

const inRun = Uint8Array.from({ length: 0x10000 }, (_, code) => (isIn(encodedAlphabet, code) ? 1 : 0));

/** Decodes runs of base 64 and of hexadecimal digits. */
export function decodeRuns(text: string, found: Decoded[]): void {
  for (let at = nextRun(text, stride - 1); at < text.length; at = nextRun(text, at + stride)) {
    const run = readRun(text, at);
    if (run.end - run.start >= minLength) decodeRun(text, run, found);
    at = run.end;
  }
}

/** Returns the next of the examined offsets that is probably in a run, or the length of the text. */
function nextRun(text: string, from: number): number {
  for (let at = from; at + stride < text.length; at += stride) {
    // Without branches this is several times as fast.
    const inAll =
      (inRun[text.charCodeAt(at)] as number) &
      (inRun[text.charCodeAt(at + 2)] as number) &
      (inRun[text.charCodeAt(at + 4)] as number) &
      (inRun[text.charCodeAt(at + 6)] as number) &
      (inRun[text.charCodeAt(at + 8)] as number) &
      (inRun[text.charCodeAt(at + 10)] as number) &
      (inRun[text.charCodeAt(at + 12)] as number);
    if (inAll !== 0 && endOfLine(text, at) >= at + stride) return at;
  }
  return text.length;
}

/** Reads the run around `at`, with the lines below it if it is wrapped. */
function readRun(text: string, at: number): Run {
  let start = at;
  while (isIn(encodedAlphabet, text.charCodeAt(start - 1))) start--;
  let end = endOfLine(text, at);
  const width = end - start;
  let gap = 0;
  while (width >= minWidth) {
    const next = startOfNextLine(text, end);
    if (next < 0 || (gap > 0 && next - end !== gap)) break;
    const nextEnd = endOfLine(text, next);
    if (nextEnd === next || nextEnd - next > width) break;
    gap = next - end;
    end = nextEnd;
    if (nextEnd - next < width) break;
  }
  return { start, end, width, gap };
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (isIn(encodedAlphabet, text.charCodeAt(end))) end++;
  return end;
}

/** Returns the beginning of the line below, or -1 if the text at `at` does not end its line. */
function startOfNextLine(text: string, at: number): number {
  let next = at;
  if (text.startsWith('\\n', at)) next += 2;
  else {
    if (text.charCodeAt(next) === 13) next++;
    if (text.charCodeAt(next) !== 10) return -1;
    next++;
  }
  const limit = next + maxIndentation;
  while (next < limit && (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9)) next++;
  return next;
}

/** Decodes a run: all lines together, or else each line. */
function decodeRun(text: string, run: Run, found: Decoded[]): void {
  const whole = decode(text, run);
  if (whole) {
    found.push(whole);
    return;
  }
  for (let start = run.start; start < run.end; start += run.width + run.gap) {
    const line = { ...run, start, end: Math.min(start + run.width, run.end), gap: 0 };
    const decoded = (run.gap > 0 ? decode(text, line) : undefined) ?? decodeLastPart(text, line);
    if (decoded) found.push(decoded);
  }
}

/** Decodes what is behind the last separator of a line: the file in a path, the value in a name. */
function decodeLastPart(text: string, { start, end }: Run): Decoded | undefined {
  let first = end;
  while (first > start && isIn(alphabets.alphanumeric, text.charCodeAt(first - 1))) first--;
  if (first === start || end - first < minLength) return undefined;
  return decode(text, { start: first, end, width: end - first, gap: 0 });
}

function decode(text: string, run: Run): Decoded | undefined {
  return decodeHex(text, run) ?? decodeBase64(text, run);
}

function decodeHex(text: string, run: Run): Decoded | undefined {
  if (!isHex(text, run.start) || !isHex(text, run.start + 1) || run.end - run.start < minHexLength) return undefined;
  // This check excludes nearly all digests and keys.
  for (let at = run.start; at < run.start + 8; at += 2) {
    const code = Number.parseInt(text.slice(at, at + 2), 16);
    if (!(code < 127) || isControl(code)) return undefined;
  }
  const digits = digitsOf(text, run);
  if (/[^\da-f]/i.test(digits)) return undefined;
  const bytes = Buffer.from(digits, 'hex').toString('latin1');
  if (!isReadable(bytes)) return undefined;
  return {
    text: bytes,
    startOf: (unit) => offsetOf(run, unit * 2),
    endOf: (unit) => offsetOf(run, unit * 2 + 1) + 1,
  };
}

function isHex(text: string, at: number): boolean {
  return isIn(alphabets.hex, text.charCodeAt(at));
}

function decodeBase64(text: string, run: Run): Decoded | undefined {
  // This check excludes nearly all names, keys and pictures.
  for (let at = run.start; at < run.start + 12; at += 4) if (!beginsReadably(text, at)) return undefined;
  const bytes = Buffer.from(digitsOf(text, run), 'base64').toString('latin1');
  if (!isReadable(bytes)) return undefined;
  let end = run.end;
  while (end - run.end < 2 && text.charCodeAt(end) === equalsSign) end++;
  return {
    text: bytes,
    startOf: (unit) => offsetOf(run, Math.floor((unit * 4) / 3)),
    endOf: (unit) => (unit === bytes.length - 1 ? end : offsetOf(run, Math.floor((unit * 4 + 3) / 3)) + 1),
  };
}

const values = new Uint8Array(128);
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  values[digit.charCodeAt(0)] = value;
}
values[45] = 62;
values[95] = 63;

/** Whether the three bytes of four digits are not all control characters or beyond ASCII. */
function beginsReadably(text: string, at: number): boolean {
  const value = (offset: number) => values[text.charCodeAt(at + offset)] as number;
  const first = (value(0) << 2) | (value(1) >> 4);
  const second = ((value(1) & 15) << 4) | (value(2) >> 2);
  const third = ((value(2) & 3) << 6) | value(3);
  if (isControl(first) || isControl(second) || isControl(third)) return false;
  return first < 127 || second < 127 || third < 127;
}

function digitsOf(text: string, { start, end, width, gap }: Run): string {
  if (gap === 0) return text.slice(start, end);
  let digits = '';
  for (let at = start; at < end; at += width + gap) digits += text.slice(at, Math.min(at + width, end));
  return digits;
}

function offsetOf({ start, width, gap }: Run, digit: number): number {
  return start + digit + Math.floor(digit / width) * gap;
}
