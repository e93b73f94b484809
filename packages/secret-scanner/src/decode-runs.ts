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

/** Whether a run may hold a unit, 1 or 0. */
const inRun = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) inRun[code] = isIn(encodedAlphabet, code) ? 1 : 0;

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
    const first = text.charCodeAt(at);
    if (first > 127) continue;
    // Without further branches this is several times as fast.
    const inAll =
      (inRun[first] as number) &
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
  while (start > 0 && inRun[text.charCodeAt(start - 1)] === 1) start--;
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
  while (end < text.length && inRun[text.charCodeAt(end)] === 1) end++;
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
  const isNumber = run.gap === 0 && text.startsWith('0x', run.start);
  const whole = decode(text, isNumber ? { ...run, start: run.start + 2 } : run);
  if (whole) {
    found.push(whole);
    return;
  }
  for (let start = run.start; start < run.end; start += run.width + run.gap) {
    const line = run.gap > 0 ? { ...run, start, end: Math.min(start + run.width, run.end), gap: 0 } : run;
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
  if (run.end - run.start < minHexLength) return undefined;
  // This check excludes nearly all digests and keys.
  for (let at = run.start; at < run.start + 8; at += 2) {
    const first = hexValues[text.charCodeAt(at)] as number;
    const second = hexValues[text.charCodeAt(at + 1)] as number;
    if (first > 7 || second > 15 || isControl(first * 16 + second)) return undefined;
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

/** The values of hexadecimal digits, and a larger number for all other characters. */
const hexValues = new Uint8Array(128).fill(255);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  hexValues[digit.charCodeAt(0)] = value;
  hexValues[digit.toUpperCase().charCodeAt(0)] = value;
}

function decodeBase64(text: string, run: Run): Decoded | undefined {
  if (!beginsReadably(text, run.start)) return undefined;
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

/** Whether a text may begin with the bytes of the first twelve digits. This excludes nearly all names and keys. */
function beginsReadably(text: string, start: number): boolean {
  let foreign = 0;
  for (let at = start; at < start + 12; at += 4) {
    const bits =
      ((values[text.charCodeAt(at)] as number) << 18) |
      ((values[text.charCodeAt(at + 1)] as number) << 12) |
      ((values[text.charCodeAt(at + 2)] as number) << 6) |
      (values[text.charCodeAt(at + 3)] as number);
    if (isControl(bits >> 16) || isControl((bits >> 8) & 255) || isControl(bits & 255)) return false;
    foreign += (bits >> 23) + ((bits >> 15) & 1) + ((bits >> 7) & 1);
  }
  return foreign <= 3;
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
