import { firstUnspaced, isLetter, isLower, isNamePart, isUpper, isWordPart } from './characters.ts';
import { foldCase } from './keyword-index.ts';
import { gluedBeginnings, harmlessBeginnings, harmlessEndings, neutralEndings } from './name-words.ts';
import { previousWord } from './read-word.ts';
import type { Reading, SecretName } from './reading.ts';
import type { SecretNoun } from './secret-nouns.ts';

const maxNameLength = 64;

/** Reads the whole name around the noun at `at`, unless its other words give it a different meaning. */
export function readName(reading: Reading, at: number, keyword: string, noun: SecretNoun): SecretName | undefined {
  const { text, folded } = reading;
  const afterNoun = at + keyword.length;
  if (keyword.charCodeAt(0) >= firstUnspaced) {
    return {
      start: at,
      end: afterNoun,
      level: noun.level,
      kind: noun.kind,
      uncertain: false,
      constant: false,
      text: keyword,
      noun: keyword,
    };
  }
  // The noun is in the middle of a longer word: passwordless, tokenizer.
  if (noun.ending === 0 && isLower(text, afterNoun) && isLower(text, afterNoun + 1) && isLower(text, afterNoun + 2)) {
    return undefined;
  }
  let start = at;
  while (start > 0 && at - start <= maxNameLength && isNamePart(text.charCodeAt(start - 1))) start--;
  let end = afterNoun;
  while (end < text.length && end - afterNoun <= maxNameLength && isNamePart(text.charCodeAt(end))) end++;
  if (at - start > maxNameLength) reading.longNameEnd = end;
  if (at - start > maxNameLength || end - afterNoun > maxNameLength) return undefined;
  const rule = text.slice(afterNoun, end).indexOf('--');
  if (rule >= 0) end = afterNoun + rule;
  while (end > afterNoun && !isWordPart(text.charCodeAt(end - 1))) end--;
  if (!startsWord(text, folded, start, at, keyword, noun)) return undefined;

  let rest = text.slice(afterNoun, end);
  if (rest === '') {
    // The name ends with the noun.
  } else if (noun.ending > 0) rest = rest.replace(/^\p{L}{1,6}(?!\p{L})/u, '');
  else if (/^(?:s|es|en|n|e|a|i)(?![A-Za-z])/.test(rest) && !noun.alone) rest = '';
  // A lower-case letter continues the word: tokenizer, secretary, keyboard.
  if (/^\p{Ll}/u.test(rest) && !/^[A-Z]/.test(text.slice(afterNoun - 1, afterNoun))) return undefined;
  const endings = rest === '' ? [] : splitName(rest);
  if (endings.some((word) => harmlessEndings.has(word))) return undefined;
  const last = (start < at ? splitName(text.slice(start, at)).at(-1) : undefined) ?? previousWord(folded, start);
  if (last !== undefined && harmlessBeginnings.has(last)) return undefined;
  return {
    start,
    end,
    level: noun.level,
    kind: noun.kind,
    uncertain: endings.some((word) => !neutralEndings.has(word)),
    constant: isUpper(text.charCodeAt(start)) && /^[A-Z0-9]+_[A-Z0-9_]+$/.test(text.slice(start, end)),
    text: folded.slice(start, end),
    noun: keyword,
  };
}

/** Whether the noun begins a word, or ends a compound that may. */
function startsWord(
  text: string,
  folded: string,
  start: number,
  at: number,
  keyword: string,
  noun: SecretNoun,
): boolean {
  const before = text.charCodeAt(at - 1);
  if (at === start || !isLetter(before)) return true;
  if (isUpper(text.charCodeAt(at)) && !isUpper(before)) return true;
  let head = at;
  while (head > start && isLetter(text.charCodeAt(head - 1))) head--;
  const glued = folded.slice(head, at);
  if (gluedBeginnings.has(glued)) return true;
  return !noun.alone && keyword.length >= 5 && !/^(?:non|un|anti)$/.test(glued);
}

function splitName(name: string): string[] {
  if (name === '') return [];
  return foldCase(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
