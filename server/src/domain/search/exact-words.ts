import type { Candidate, Candidates } from '../../ports/candidate-index.ts';
import { identifiersOfQuery, joined } from '../text/identifiers.ts';
import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';
import { inverseDocumentFrequency } from './inverse-document-frequency.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** The identifiers of a query, and what is asked by exact words. */
export interface ExactQuery {
  /** The distinct forms of all identifiers, in the order of the candidates' `identified`. */
  identifiers: readonly string[];
  units: readonly Unit[];
  /** Whether the query has neither a stop word nor a question mark, so that each of its words is asked for as it is. */
  isBare: boolean;
}

/** An identifier of a query, with the words that it consists of. */
interface Unit {
  written: string;
  /** The positions of its forms among the identifiers. */
  forms: readonly { at: number; share: number }[];
  /** The positions of its words among those of the query. */
  words: readonly number[];
  /** Whether a memory must hold it, and it is no ordinary word. */
  isDistinctive: boolean;
  /** Whether the query may mean something else, so that it counts only when a memory holds it. */
  isGuess: boolean;
}

/** Of longer queries only the beginning is searched for identifiers, in UTF-16 units. */
const maxLength = 2_000;
const maxUnits = 16;
/** The maximum of words that may be an identifier with blanks as its separators. */
const maxJoinedWords = 4;
const runs = /[\p{L}\p{N}\p{M}]+/gu;
const year = /^(?:19|20)\d\d$/;

/** @param words the distinct stemmed words of the query */
export function toExactQuery(query: string, words: readonly string[]): ExactQuery {
  const text = query.slice(0, maxLength);
  const positions = new Map(words.map((word, at) => [word, at]));
  const identifiers = new Map<string, number>();
  const toUnit = (written: string, forms: readonly { identifier: string; share: number }[]) => ({
    written,
    forms: forms.map(({ identifier, share }) => {
      const at = identifiers.get(identifier) ?? identifiers.size;
      identifiers.set(identifier, at);
      return { at, share };
    }),
    words: [...new Set(toWords(written).flatMap((word) => positions.get(word) ?? []))],
  });
  const units: Unit[] = identifiersOfQuery(text)
    .slice(0, maxUnits)
    .map(({ written, forms, isDistinctive }) => ({ ...toUnit(written, forms), isDistinctive, isGuess: false }));
  const isBare = isBareQuery(text);
  const parts = text.match(runs) ?? [];
  if (isBare && parts.length <= maxJoinedWords) {
    const identifier = joined(parts);
    if (!identifiers.has(identifier)) {
      units.push({ ...toUnit(text.trim(), [{ identifier, share: 1 }]), isDistinctive: true, isGuess: true });
    }
  }
  return { identifiers: [...identifiers.keys()], units, isBare };
}

function isBareQuery(text: string): boolean {
  if (/[?？؟]$/.test(text.trimEnd())) return false;
  const tokens = text.toLowerCase().replace(/['’]/g, '').split(/\s+/);
  return tokens.every((token) => !stopWords.has(token.match(runs)?.join('') ?? ''));
}

/** Whether a word is a number or code that a memory holds or not. Years and small numbers are in many. */
function isDistinctiveWord(word: string): boolean {
  return /\p{N}/u.test(word) && word.length > 2 && !year.test(word);
}

/** Returns how rare something in so many memories is, 0..1. In a handful of them everything is rare. */
function createRarity(scopeSize: number): { idf(frequency: number): number; rarity(idf: number): number } {
  const most = Math.log(1 + scopeSize);
  const { commonShare, rareShare } = weights;
  return {
    // What no memory holds counts like what one holds: it may be another spelling.
    idf: (frequency) => inverseDocumentFrequency(Math.max(1, frequency), scopeSize),
    rarity: (idf) => clip((idf / most - commonShare) / (rareShare - commonShare)),
  };
}

/**
 * Returns how much of what a query asks for by exact words a memory's own text holds, 0..1. Neither its length nor how
 * often it holds them counts.
 */
export function createExact(
  { scopeSize, documentFrequencies, identifierFrequencies }: Candidates,
  words: readonly string[],
  { units, isBare }: ExactQuery,
): (candidate: Candidate) => number {
  const { idf, rarity } = createRarity(scopeSize);
  const wordIdf = documentFrequencies.map(idf);
  const formIdf = identifierFrequencies.map(idf);
  const present = units.filter(
    ({ isGuess, forms }) => !isGuess || forms.some(({ at }) => (identifierFrequencies[at] ?? 0) > 0),
  );
  const inUnits = new Set(present.flatMap((unit) => unit.words));
  const parts = [
    ...present.map(({ forms, words: own, isDistinctive }) => {
      const weight = formIdf[forms[0]?.at ?? -1] ?? 0;
      // Where no memory has any spelling of it, its words must do.
      const isKnown = forms.some(({ at }) => (identifierFrequencies[at] ?? 0) > 0);
      const held = ({ identified, wordCounts }: Candidate) => {
        if (!isKnown) return own.length > 0 && own.every((at) => (wordCounts[at] ?? 0) > 0) ? weight : 0;
        let best = 0;
        for (const { at, share } of forms) {
          if (identified[at]) best = Math.max(best, share * Math.min(weight, formIdf[at] ?? 0));
        }
        return best;
      };
      return { weight, held, isDistinctive };
    }),
    ...words.flatMap((word, at) => {
      if (inUnits.has(at)) return [];
      const weight = wordIdf[at] ?? 0;
      const held = ({ wordCounts }: Candidate) => ((wordCounts[at] ?? 0) > 0 ? weight : 0);
      return [{ weight, held, isDistinctive: isDistinctiveWord(word) }];
    }),
  ];
  const distinctive = parts.filter(({ isDistinctive }) => isDistinctive);
  const shareOf = (wanted: typeof parts, candidate: Candidate) => {
    let all = 0;
    let matched = 0;
    let rarest = 0;
    for (const { weight, held } of wanted) {
      const value = held(candidate);
      all += weight;
      matched += value;
      rarest = Math.max(rarest, value);
    }
    return { share: all === 0 ? 0 : matched / all, rarity: rarity(rarest) };
  };
  return (candidate) => {
    const { share, rarity } = shareOf(distinctive, candidate);
    const exact = share ** 2 * rarity;
    if (!isBare) return exact;
    const whole = shareOf(parts, candidate);
    return Math.max(exact, whole.share ** 4 * whole.rarity);
  };
}

/** Returns which words and identifiers of a query hardly any memory holds. */
export function rareTerms({ scopeSize, documentFrequencies, identifierFrequencies }: Candidates) {
  const { idf, rarity } = createRarity(scopeSize);
  const isRare = (frequency: number) => frequency > 0 && rarity(idf(frequency)) === 1;
  return { words: documentFrequencies.map(isRare), identifiers: identifierFrequencies.map(isRare) };
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}
