import { isWordPart } from './characters.ts';
import { isLookAlike, readMixedWord } from './look-alikes.ts';
import { plainCharacter } from './plain-character.ts';

/** A text as a reader sees it. `toOriginal` maps a span to the original text. */
export interface PlainText {
  text: string;
  toOriginal<Span extends { start: number; end: number }>(span: Span): Span;
}

/** The replacement of the units from `start` to `end` of the original text. */
interface Replacement {
  start: number;
  end: number;
  plain: string;
}

const beyondPlainAscii = /[^\t\n\r -~]|&#?\w{2,14};|\r(?!\n)/;
const escapes = /\\(?:_|[ux][\da-fA-F{])/;
const ampersand = 38;
const percent = 37;
const carriageReturn = 13;
const backslash = 92;
const reference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,14});/y;
const escaped = /\\{1,2}(?:u(?:(?<unit>[\da-fA-F]{4})|\{(?<point>[\da-fA-F]{1,6})\})|x(?<byte>[\da-fA-F]{2}))/y;
/** A percent-encoded character that needs no encoding in an address. Others structure the address, and stay. */
const holdsUnreserved = /%(?:2[dDeE]|3\d|[46][1-9a-fA-F]|[57][\daA]|5[fF]|7[eE])/;
// The same at one offset. No expression is built at run time.
const unreserved = /%(?:2[dDeE]|3\d|[46][1-9a-fA-F]|[57][\daA]|5[fF]|7[eE])/y;
const references: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', colon: ':', equals: '=', lowbar: '_' },
    ...{ hyphen: '-', dash: '-', period: '.', sol: '/', plus: '+', commat: '@', Tab: '\t', NewLine: '\n' },
    ...{ shy: '', zwj: '', zwnj: '', ZeroWidthSpace: '', NoBreak: '', lrm: '', rlm: '' },
  }),
);

/**
 * Removes invisible characters inside `password`, and replaces look-alikes of ASCII, character references and escapes
 * by the characters that they represent.
 */
export function toPlainText(given: string): PlainText {
  const replacements = mayDiffer(given) ? findReplacements(given) : [];
  if (replacements.length === 0) return { text: given, toOriginal: (span) => span };
  let text = '';
  let from = 0;
  for (const { start, end, plain } of replacements) {
    text += given.slice(from, start) + plain;
    from = end;
  }
  text += given.slice(from);
  let map: OffsetMap | undefined;
  return {
    text,
    toOriginal(span) {
      map ??= mapOffsets(given.length, text.length, replacements);
      return { ...span, start: map.starts[span.start] as number, end: map.ends[span.end - 1] as number };
    },
  };
}

/** Whether a text is not plain. The search for a single character is fast. */
function mayDiffer(given: string): boolean {
  return (
    beyondPlainAscii.test(given) ||
    (given.includes('\\') && escapes.test(given)) ||
    (given.includes('%') && holdsUnreserved.test(given))
  );
}

/** The classes of UTF-16 units as sums of bits, determined when they are first needed. */
const classes = new Uint8Array(0x10000);
const knownBit = 1;
const unusualBit = 2;
const asciiWordBit = 4;
const lookAlikeBit = 8;
const mixed = asciiWordBit | lookAlikeBit;

function findReplacements(given: string): Replacement[] {
  const found: Replacement[] = [];
  let wordEnd = 0;
  let before = 0;
  for (let at = 0; at < given.length; at++) {
    const unit = given.charCodeAt(at);
    let unitClass = classes[unit] as number;
    if (unitClass === 0) {
      unitClass = classOf(unit);
      classes[unit] = unitClass;
    }
    const both = (before | unitClass) & mixed;
    before = unitClass;
    if (both === mixed && at >= wordEnd) {
      const word = readMixedWord(given, at);
      const last = found.at(-1)?.end ?? 0;
      for (const letter of word.replaced) if (letter.start >= last) found.push(letter);
      wordEnd = word.end;
    }
    if ((unitClass & unusualBit) === 0) continue;
    const replacement = replacementAt(given, at);
    if (!replacement) continue;
    found.push(replacement);
    at = replacement.end - 1;
  }
  return found;
}

function classOf(unit: number): number {
  return (
    knownBit |
    (isUnusual(unit) ? unusualBit : 0) |
    (unit < 128 && isWordPart(unit) ? asciiWordBit : 0) |
    (isLookAlike(unit) ? lookAlikeBit : 0)
  );
}

/** Whether a replacement may begin with a unit. */
function isUnusual(unit: number): boolean {
  if (unit === ampersand || unit === percent || unit === carriageReturn || unit === backslash || isMark(unit)) {
    return true;
  }
  if (unit < 0xd800 || unit > 0xdbff) return plainCharacter(unit) !== undefined;
  const first = (unit - 0xd800) * 0x400 + 0x10000;
  for (let code = first; code < first + 0x400; code++) if (plainCharacter(code) !== undefined) return true;
  return false;
}

function replacementAt(given: string, at: number): Replacement | undefined {
  const code = given.codePointAt(at) as number;
  if (isMark(code)) return markedAt(given, at);
  if (code === ampersand) return referenceAt(given, at);
  if (code === carriageReturn) return given[at + 1] === '\n' ? undefined : { start: at, end: at + 1, plain: '\n' };
  if (code === backslash) return escapeAt(given, at);
  if (code === percent) return unreservedAt(given, at);
  const plain = plainCharacter(code);
  return plain === undefined ? undefined : { start: at, end: at + (code > 0xffff ? 2 : 1), plain };
}

function isMark(code: number): boolean {
  return code >= 0x300 && code <= 0x36f;
}

/** Replaces a letter and its marks by one character. Marks without a composed letter only hide the letter. */
function markedAt(given: string, at: number): Replacement {
  let end = at;
  while (isMark(given.charCodeAt(end))) end++;
  const letter = given.charAt(at - 1);
  if (!/[A-Za-z]/.test(letter)) return { start: at, end, plain: '' };
  // A letter has few marks, and more would take long to compose.
  const composed = given
    .slice(at - 1, Math.min(end, at + 4))
    .normalize('NFC')
    .charAt(0);
  return { start: at - 1, end, plain: composed };
}

/** Replaces a reference such as `&quot;` or `&#x200b;`. An unknown one stays. */
function referenceAt(given: string, at: number): Replacement | undefined {
  reference.lastIndex = at;
  const found = reference.exec(given)?.[0];
  if (found === undefined) return undefined;
  const name = found.slice(1, -1);
  const plain = name.startsWith('#') ? fromNumber(name.slice(1)) : references.get(name);
  return plain === undefined ? undefined : { start: at, end: at + found.length, plain };
}

/** Replaces the escape of a programming language, or the underscore of a token that Markdown escapes. */
function escapeAt(given: string, at: number): Replacement | undefined {
  if (given[at + 1] === '_') return { start: at, end: at + 2, plain: '_' };
  escaped.lastIndex = at;
  const groups = escaped.exec(given)?.groups;
  if (!groups) return undefined;
  const plain = fromCode(Number.parseInt((groups['unit'] ?? groups['point'] ?? groups['byte']) as string, 16));
  return plain === undefined ? undefined : { start: at, end: escaped.lastIndex, plain };
}

function unreservedAt(given: string, at: number): Replacement | undefined {
  unreserved.lastIndex = at;
  if (!unreserved.test(given)) return undefined;
  return { start: at, end: at + 3, plain: String.fromCharCode(Number.parseInt(given.slice(at + 1, at + 3), 16)) };
}

function fromNumber(number: string): string | undefined {
  return fromCode(/^[xX]/.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number));
}

function fromCode(code: number): string | undefined {
  if (code > 0x10ffff) return undefined;
  return plainCharacter(code) ?? String.fromCodePoint(code);
}

/** The first unit and the end, in the original text, of each unit of the plain text. */
interface OffsetMap {
  starts: Uint32Array;
  ends: Uint32Array;
}

function mapOffsets(givenLength: number, length: number, replacements: readonly Replacement[]): OffsetMap {
  const map = { starts: new Uint32Array(length), ends: new Uint32Array(length) };
  let at = 0;
  const put = (start: number, end: number) => {
    map.starts[at] = start;
    map.ends[at++] = end;
  };
  let from = 0;
  for (const { start, end, plain } of replacements) {
    for (; from < start; from++) put(from, from + 1);
    for (let unit = plain.length; unit > 0; unit--) put(start, end);
    from = end;
  }
  for (; from < givenLength; from++) put(from, from + 1);
  return map;
}
