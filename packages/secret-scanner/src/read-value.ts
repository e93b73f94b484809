import { isWordPart } from './characters.ts';
import type { Reading } from './reading.ts';

const maxValueLength = 512;

const opening = /\\?(?:"""|'''|["'`“”„«‘’「『])/y;
const closings: Readonly<Record<string, string>> = {
  '“': '”',
  '”': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
  '’': '’',
  '「': '」',
  '『': '』',
};
const nextPair = /^,\s{0,2}["']?[\w.-]{1,30}["']?\s?[:=]/;

interface Value {
  start: number;
  end: number;
  quoted: boolean;
}

/**
 * Reads the value that begins at `at`, after the `sign` that connects it to its name. In a `wholeLine` of an
 * environment file, `;` and `&` belong to the value.
 */
export function readValue(reading: Reading, at: number, sign: string, wholeLine = false): Value | undefined {
  const { text } = reading;
  opening.lastIndex = at;
  const first = text.charCodeAt(at);
  const open = isWordPart(first) ? undefined : opening.exec(text)?.[0];
  if (open !== undefined) {
    const start = at + open.length;
    const close = closings[open] ?? open;
    const line = text.slice(start, start + maxValueLength);
    let end = line.indexOf(close);
    // An escaped quote is part of the value.
    while (end > 0 && line[end - 1] === '\\' && !open.startsWith('\\')) end = line.indexOf(close, end + 1);
    const newline = line.indexOf('\n');
    if (end >= 0 && (newline < 0 || end < newline || open.length === 3))
      return { start, end: start + end, quoted: true };
    return end === 0 ? undefined : unquoted(reading, start, sign, wholeLine);
  }
  return unquoted(reading, at, sign, wholeLine);
}

function unquoted(reading: Reading, start: number, sign: string, wholeLine: boolean): Value | undefined {
  const { text } = reading;
  let end = start;
  const limit = Math.min(text.length, start + maxValueLength);
  const inUrl = !wholeLine && sign !== ':' && sign !== '：';
  for (; end < limit; end++) {
    const stop = stopOf(text.charCodeAt(end));
    if (stop === 0) continue;
    if (stop === 1 || (stop === 2 && inUrl)) break;
    if (stop === 3 && nextPair.test(text.slice(end, end + 40))) break;
    if (stop === 4 && /[nrt"]/.test(text[end + 1] ?? '')) break;
  }
  if (end === limit && limit < text.length) {
    // No password is this long. The run is skipped once, not at every noun in it.
    while (end < text.length && stopOf(text.charCodeAt(end)) !== 1) end++;
    read(reading, start, end);
    return undefined;
  }
  read(reading, start, end);
  while (end > start && /[.,;:)\]}?]/.test(text[end - 1] as string) && !opens(text, start, end)) end--;
  return end > start ? { start, end, quoted: false } : undefined;
}

/** Whether a character ends an unquoted value: 1 always, 2 in a URL, 3 before the next pair, 4 before an escape. */
function stopOf(code: number): 0 | 1 | 2 | 3 | 4 {
  if (code > 96 && code < 123) return 0;
  switch (code) {
    case 32:
    case 9:
    case 10:
    case 13:
    case 0xa0:
    case 34:
    case 39:
    case 96:
    case 60:
    case 62:
    case 124:
      return 1;
    case 59:
    case 38:
      return 2;
    case 44:
      return 3;
    case 92:
      return 4;
    default:
      return code > 0x2000 && '「」『』“”、。，；（）\u3000\u2028\u2029\u202f'.includes(String.fromCharCode(code))
        ? 1
        : 0;
  }
}

function read(reading: Reading, start: number, end: number): void {
  if (end - start < 32 || end <= reading.valueEnd) return;
  reading.valueEnd = end;
  reading.nounsInside = 0;
}

/** Whether the bracket before `end` was opened in the value. */
function opens(text: string, start: number, end: number): boolean {
  const open = ({ ')': '(', ']': '[', '}': '{' } as Record<string, string>)[text[end - 1] as string];
  return open !== undefined && text.slice(start, end).includes(open);
}
