import { pausesEvery } from '../../lib/yielding.ts';
import { camelBorder, fold, plain, unspacedScripts } from './words.ts';

/** Begins each identifier. No word has this sign, so stores may put identifiers among words. */
const sign = '§';

const maxIdentifiers = 1_000;
/** The maximum length, in UTF-16 units. Longer runs are data. */
const maxLength = 128;
/** The maximum of segments at the end of a path that also find it. */
const maxSegments = 8;

const letters = `[[\\p{L}\\p{N}\\p{M}]--${unspacedScripts}]+`;
const separators = '\\-_.\\/:@\\\\\\u2010-\\u2013\\u2212';
const compounds = new RegExp(`${letters}(?:[${separators}]+${letters})*`, 'gv');
const separator = new RegExp(`[${separators}]+`, 'gv');
/** The length is limited, because scripts without spaces and minified files have no gaps. */
const stretches = /\S{1,2000}/g;
/** Plain words, nearly all of a text, contain none of these. */
const distinctive = new RegExp(`\\p{N}|\\p{Ll}\\p{Lu}|\\p{Lu}{2}\\p{Ll}{2}|[\\p{L}\\p{M}][${separators}]+\\p{L}`, 'v');
const scheme = /^\p{L}+:\/\/(?:www\.)?/u;
const slash = /[/\\]+/g;
const lineNumber = /(?::\d+){1,2}$/;
const unusual = /[\p{N}_/\\@.:]/u;
const digit = /\p{N}/u;
const digits = /^\p{N}+$/u;
const letter = /\p{L}/u;
/** A leading `v` is not part of a version. */
const versionLetter = /^[vV](?=\d+\.)/;
/** 1.12 is not 11.2: a point between digits is kept. */
const decimalPoint = /(?<=\d)\.(?=\d)/g;
const hexadecimal = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}$/;
/** Shorter numbers are amounts and years, which people write without separators. */
const longNumber = 5;
/** Tools print at least this many characters of a hash. */
const prefixLength = 7;

/**
 * Finds the identifiers of a text: names with digits, separators (`-_./:@\`) or capitals inside. The result has each
 * once, in order, folded and without separators, so that `KX-4410-B` and `kx_4410b` are the same. Parts of paths,
 * addresses and the first characters of hashes are identifiers too. It pauses in long texts.
 */
export function* identifiersOf(text: string): Generator<void, string[]> {
  const found = new Set<string>();
  const isPauseDue = pausesEvery();
  for (const { 0: stretch, index } of text.matchAll(stretches)) {
    if (isPauseDue(index)) yield;
    if (!distinctive.test(stretch)) continue;
    for (const [compound] of fold(stretch).matchAll(compounds)) {
      for (const { identifier } of formsOf(compound)) found.add(identifier);
    }
    if (found.size >= maxIdentifiers) break;
  }
  return [...found].slice(0, maxIdentifiers);
}

/** Finds the identifiers of a query, folded and as `written`. `isDistinctive`: it is probably not an ordinary word. */
export function identifiersOfQuery(text: string) {
  return Array.from(fold(text).matchAll(compounds), ([written]) => {
    const forms = formsOf(written);
    return { written, forms, isDistinctive: unusual.test(written) || camelBorder.test(written) };
  }).filter(({ forms }) => forms.length > 0);
}

/** Returns the identifier of a text without separators. */
export function joined(words: readonly string[]): string {
  return sign + words.map(plain).join('');
}

/**
 * Returns an identifier without separators, if a memory can contain it, and then the parts that represent it. `share` is
 * the share of the whole, 0..1. The first characters of a hash represent all of it.
 */
function formsOf(compound: string): { identifier: string; share: number }[] {
  const whole = compound.replace(scheme, '');
  const length = join(whole).length;
  const forms = new Map<string, number>();
  const add = (part: string) => {
    const identifier = join(part);
    if (isIdentifier(part) && identifier.length <= maxLength && !forms.has(identifier)) {
      forms.set(identifier, Math.min(1, identifier.length / length));
    }
  };
  const path = whole.replace(lineNumber, '');
  // The whole, and its last segments.
  const starts = Array.from(whole.matchAll(slash), ({ 0: found, index }) => index + found.length);
  for (const start of [0, ...starts.slice(1 - maxSegments)]) {
    add(whole.slice(start));
    if (path !== whole) add(path.slice(start));
  }
  for (const segment of whole.split(/[/\\:@]+/)) {
    add(segment);
    const names = segment.split('.');
    // Numbers between points are a version, not names.
    if (names.length > 1 && names.every((name) => letter.test(name.charAt(0)))) for (const name of names) add(name);
  }
  for (const run of whole.split(separator)) {
    const number = plain(run).replace(/^0x(?=[\da-f]{4})/, '');
    if (number.length < run.length) forms.set(number, 1);
    if (hexadecimal.test(number)) forms.set(number.slice(0, prefixLength), 1);
  }
  return Array.from(forms, ([identifier, share]) => ({ identifier: sign + identifier, share }));
}

function isIdentifier(part: string): boolean {
  const [run = '', ...others] = part.split(separator).filter((one) => one !== '');
  if (others.length > 0 || camelBorder.test(part)) return true;
  return digit.test(run) && (!digits.test(run) || run.length >= longNumber);
}

function join(part: string): string {
  return plain(part.replace(versionLetter, '').replace(decimalPoint, 'x').replace(separator, ''));
}
