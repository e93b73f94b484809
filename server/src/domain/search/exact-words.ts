import type { Candidate, Candidates } from '../../ports/candidate-index.ts';
import { identifiersOfQuery, joined } from '../text/identifiers.ts';
import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';
import { certainty, inverseDocumentFrequency } from './candidate-scores.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** The identifiers of a query, and its words that must match exactly. */
export interface ExactQuery {
  /** The distinct forms of all identifiers, in the order of the candidates' `identified`. */
  identifiers: readonly string[];
  units: readonly Unit[];
  /** Whether the query has neither a stop word nor a question mark. Each of its words must then match exactly. */
  isBare: boolean;
}

/** An identifier of a query, with the words that it consists of. */
interface Unit {
  /** The positions of its forms among the identifiers. */
  forms: readonly { at: number; share: number }[];
  /** The positions of its words among those of the query. */
  words: readonly number[];
  /** Whether a memory must contain it, and it is not an ordinary word. */
  isDistinctive: boolean;
  /** Whether the query may mean something else, so that it counts only if a memory contains it. */
  isGuess: boolean;
}

/** The length of the beginning of a query that is searched for identifiers, in UTF-16 units. */
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

const rareBand = { low: weights.commonShare, high: weights.rareShare };

/** Returns the rarity of something in this many memories, 0..1. In a handful of memories, everything is rare. */
function createRarity(scopeSize: number): { idf(frequency: number): number; rarity(idf: number): number } {
  const most = Math.log(1 + scopeSize);
  return {
    // A word that no memory contains counts like a word in a single memory: it may be another spelling.
    idf: (frequency) => inverseDocumentFrequency(Math.max(1, frequency), scopeSize),
    rarity: (idf) => certainty(idf / most, rareBand),
  };
}

interface Part {
  weight: number;
  isDistinctive: boolean;
  /** The accepted identifiers, each with its weight. A memory must contain one of them. */
  forms: readonly { at: number; weight: number }[];
  /** The words that a memory must all contain, if there are no forms. */
  words: readonly number[];
}

/** Computes how much of the exact words of a query is in a memory. V8 would compile closures for each query. */
export class ExactWords {
  private readonly parts: readonly Part[];
  private readonly distinctive: readonly Part[];
  private readonly isBare: boolean;
  private readonly rarity: (idf: number) => number;

  constructor(found: Candidates, words: readonly string[], { units, isBare }: ExactQuery) {
    const { scopeSize, documentFrequencies, identifierFrequencies } = found;
    const { idf, rarity } = createRarity(scopeSize);
    const wordIdf = documentFrequencies.map(idf);
    const formIdf = identifierFrequencies.map(idf);
    const isKnown = ({ forms }: Unit) => forms.some(({ at }) => (identifierFrequencies[at] ?? 0) > 0);
    const present = units.filter((unit) => !unit.isGuess || isKnown(unit));
    const inUnits = new Set(present.flatMap((unit) => unit.words));
    const ofUnits = present.map((unit): Part => {
      const { forms, words, isDistinctive } = unit;
      const weight = formIdf[forms[0]?.at ?? -1] ?? 0;
      // If no memory has any spelling of it, its words replace it.
      if (!isKnown(unit)) return { weight, isDistinctive, forms: [], words };
      const weights = forms.map(({ at, share }) => ({ at, weight: share * Math.min(weight, formIdf[at] ?? 0) }));
      return { weight, isDistinctive, forms: weights, words: [] };
    });
    const ofWords = words.flatMap((word, at): Part[] => {
      if (inUnits.has(at)) return [];
      // Years and small numbers are in many memories.
      const isDistinctive = /\p{N}/u.test(word) && word.length > 2 && !year.test(word);
      return [{ weight: wordIdf[at] ?? 0, isDistinctive, forms: [], words: [at] }];
    });
    this.parts = [...ofUnits, ...ofWords];
    this.distinctive = this.parts.filter(({ isDistinctive }) => isDistinctive);
    this.isBare = isBare;
    this.rarity = rarity;
  }

  /** Returns the share for a memory, 0..1. The length of the memory and repeated words do not count. */
  in(candidate: Candidate): number {
    const exact = this.valueOf(this.distinctive, candidate, 2);
    return this.isBare ? Math.max(exact, this.valueOf(this.parts, candidate, 4)) : exact;
  }

  private valueOf(wanted: readonly Part[], candidate: Candidate, power: number): number {
    let all = 0;
    let matched = 0;
    let rarest = 0;
    for (const part of wanted) {
      const held = weightHeld(part, candidate);
      all += part.weight;
      matched += held;
      rarest = Math.max(rarest, held);
    }
    return matched === 0 ? 0 : (matched / all) ** power * this.rarity(rarest);
  }
}

function weightHeld({ weight, forms, words }: Part, { identified, wordCounts }: Candidate): number {
  let best = 0;
  for (const form of forms) if (identified[form.at]) best = Math.max(best, form.weight);
  if (words.length === 0) return best;
  for (const at of words) if ((wordCounts[at] ?? 0) === 0) return 0;
  return weight;
}

/** Returns the words and identifiers of a query that are in hardly any memory. */
export function rareTerms({ scopeSize, documentFrequencies, identifierFrequencies }: Candidates) {
  const { idf, rarity } = createRarity(scopeSize);
  const isRare = (frequency: number) => frequency > 0 && rarity(idf(frequency)) === 1;
  return { words: documentFrequencies.map(isRare), identifiers: identifierFrequencies.map(isRare) };
}
