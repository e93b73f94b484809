import { stemmer } from 'stemmer';
import { sliceLength } from '../../lib/yielding.ts';
import { toSlices } from './slices.ts';
import { stopWords } from './stop-words.ts';

/** A character class of the scripts without spaces between words, for regular expressions with the `v` flag. */
export const unspacedScripts =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';

/** In code points. */
const maxWordLength = 64;
/** The maximum length, in UTF-16 units. Longer runs are data and not identifiers, so their parts would be noise. */
const maxIdentifierLength = 256;

/** Some characters represent four words, so a text of normal length could have far more words than this. */
const maxWords = 100_000;

const ascii = /^\p{ASCII}*$/u;
/** Joiners, soft hyphens, variation selectors, keycap frames and Arabic stretching change only the appearance. */
const invisible = /[\u034f\u20dd-\u20e4\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u00ad\u0640\u200c-\u200f\u2060\ufeff]/gu;
/**
 * A mark, an invisible character, or a letter that becomes one of these when it is normalised. Sorting the marks of a
 * letter then takes quadratic time. Marks beyond the number that any language uses are therefore removed.
 */
const mark = '[\\p{M}\\u00ad\\u0640\\u200c-\\u200f\\u2060\\ufeff\\uff9e\\uff9f\\ufcf2-\\ufcf4\\ufe70-\\ufe7f]';
const excessMarks = new RegExp(`(${mark}{32})${mark}+`, 'gv');
/** Vowel points, which people usually omit in Hebrew and Arabic. */
const vowelPoints = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/g;
/** Accents on letters that readers treat like the bare letter. й is not и, and Indic vowels are not accents. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|(?<=[еЕ])\u0308/gu;
const apostrophes = /[\u2018\u2019\u02bc]/g;
/** Letters that do not decompose but that people often type as others. */
const letterFolds: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };
const foldable = /[ßæœøłđıς]/g;

const word = `[[\\p{L}\\p{N}]--${unspacedScripts}][[\\p{L}\\p{N}\\p{M}]--${unspacedScripts}]*`;
const unspaced = `[[\\p{L}\\p{N}\\p{M}]&&${unspacedScripts}]+`;
/** A version or decimal number, a word with its apostrophes, or a run of an unspaced script. */
const runs = new RegExp(`[vV]?\\d+(?:\\.\\d+)+|${word}(?:'${word})*|${unspaced}`, 'gv');
const unspacedRun = new RegExp(`^${unspaced}$`, 'v');

const dotted = /^[vV]?(\d+(?:\.\d+)+)$/;
const contraction = /'(?:s|ll|re|ve|d|m)$/i;
export const camelBorder = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;
const asciiLetters = /^[a-z]+$/;
const letterOrDigit = /[\p{L}\p{N}]/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const nothing: ReadonlySet<string> = new Set();

/**
 * Splits a text into words in the form of the word index: folded, stemmed (English), without English stop words, in
 * order and with repetitions. A text of stop words alone keeps them. Each word has only letters, digits and marks, at
 * most 64 code points. A camel-case name becomes itself and its parts, as does a dotted number (`v1.2.3` becomes
 * `1x2x3`, `1`, `2`, `3`). Other identifiers and paths become their parts.
 */
export function toWords(text: string): string[] {
  const found = toRuns(text);
  const words = stem(found, stopWords);
  return words.length > 0 ? words : stem(found, nothing);
}

/**
 * Splits a text of any length, with a pause before each slice of a long one. Only words and runs of signs longer than a
 * slice differ from those of `toWords`. It stops after 100,000 words.
 */
export function* wordsOf(text: string): Generator<void, string[]> {
  if (text.length <= sliceLength) return toWords(text);
  const words: string[] = [];
  for (const leftOut of [stopWords, nothing]) {
    for (const slice of toSlices(text, sliceLength)) {
      if (words.length >= maxWords) break;
      yield;
      for (const word of stem(toRuns(slice), leftOut)) words.push(word);
    }
    if (words.length > 0) break;
  }
  return words.slice(0, maxWords);
}

function toRuns(text: string): string[] {
  return fold(text).match(runs) ?? [];
}

/** Removes differences in spelling that readers ignore. It keeps the letter case. */
export function fold(text: string): string {
  if (ascii.test(text)) return text;
  return text
    .replace(excessMarks, '$1')
    .normalize('NFKD')
    .replace(apostrophes, "'")
    .replace(accents, '')
    .replace(vowelPoints, '')
    .replace(invisible, '')
    .normalize('NFC');
}

/** Segments the unspaced runs in one call, because a call for each run would cost far more. */
function segment(found: readonly string[]): Map<string, Stem[]> {
  const unspacedRuns = [...new Set(found)].filter((run) => unspacedRun.test(run));
  const segmented = new Map<string, Stem[]>(unspacedRuns.map((run) => [run, []]));
  if (unspacedRuns.length === 0) return segmented;
  let index = 0;
  for (const { segment } of segmenter.segment(unspacedRuns.join('\n'))) {
    if (segment === '\n') index++;
    else if (letterOrDigit.test(segment)) segmented.get(unspacedRuns[index] ?? '')?.push(...stems([segment]));
  }
  return segmented;
}

function stem(found: readonly string[], leftOut: ReadonlySet<string>): string[] {
  const segmented = segment(found);
  const words: string[] = [];
  for (const run of found) {
    for (const { plain, stem } of segmented.get(run) ?? stemsOf(run)) if (!leftOut.has(plain)) words.push(stem);
  }
  return words;
}

/** The folded spelling of a part of a run, and its stem in the index. */
type Stem = ReturnType<typeof stems>[number];

/**
 * Most texts share a few thousand words, and splitting a text costs as much as storing it. The map is emptied when it
 * is full, because an LRU cache would slow down this function by 5 to 20 %.
 */
const knownStems = new Map<string, readonly Stem[]>();
const maxKnownStems = 20_000;

function stemsOf(run: string): readonly Stem[] {
  const known = knownStems.get(run);
  if (known) return known;
  if (run.length > maxWordLength) return stems(split(run));
  // The run is a slice that would keep its whole text in memory, so the map stores a copy.
  const own = Buffer.from(run).toString();
  const found = stems(split(own));
  if (knownStems.size >= maxKnownStems) knownStems.clear();
  knownStems.set(own, found);
  return found;
}

function stems(parts: readonly string[]) {
  return parts.map(plain).map((part) => ({ plain: part, stem: stemOne(part) }));
}

function split(run: string): string[] {
  const number = dotted.exec(run)?.[1];
  if (number !== undefined) {
    const parts = number.split('.');
    return [parts.join('x'), ...parts];
  }
  const whole = run.replace(contraction, '').replaceAll("'", '');
  if (run.includes("'") || whole.length > maxIdentifierLength) return [whole];
  const parts = whole.split(camelBorder);
  return parts.length > 1 ? [whole, ...parts] : parts;
}

/** Lowers the case of a folded word, and spells letters as people often type them. */
export function plain(part: string): string {
  return part.toLowerCase().replace(foldable, (letter) => letterFolds[letter] ?? letter);
}

function stemOne(part: string): string {
  if (part.length <= maxWordLength) return asciiLetters.test(part) ? stemmer(part) : part;
  return Array.from(part.slice(0, 2 * maxWordLength))
    .slice(0, maxWordLength)
    .join('');
}
