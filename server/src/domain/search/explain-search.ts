import type { Memory } from '../../ports/memory-store.ts';
import { toWords } from '../text/words.ts';
import type { Boost, RankedMemory } from './rank.ts';

/** The reasons for a memory's rank. */
export interface Explanation {
  signals: RankedMemory['signals'];
  /** Words of the query that the memory or its tags hold, as the query spells them. */
  matchedWords: string[];
  /** Entities of the query that the memory names, as the memory spells them. */
  matchedEntities: string[];
  boostedBy: Boost[];
}

/** A token without the punctuation around it. */
const fromFirstToLastLetter = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** Explains the results of one query. */
export function createExplainer(
  query: string,
  words: readonly string[],
): (ranked: RankedMemory, memory: Memory) => Explanation {
  const spellings = new Map<string, string>();
  for (const token of query.toLowerCase().split(/\s+/)) {
    const own = toWords(token);
    // A token of several words may be a sentence without spaces.
    const written = own.length === 1 ? fromFirstToLastLetter.exec(token)?.[0] : undefined;
    for (const word of own) if (!spellings.has(word)) spellings.set(word, written ?? word);
  }
  return ({ candidate, signals, boostedBy }, memory) => ({
    signals,
    matchedWords: words
      .filter((_, at) => (candidate.wordCounts[at] ?? 0) > 0 || candidate.tagged[at])
      .map((word) => spellings.get(word) ?? word),
    matchedEntities: memory.entities
      .map(({ name }) => name)
      .filter((name) => candidate.entities.includes(name.toLowerCase())),
    boostedBy,
  });
}
