import type { Memory } from '../../ports/memory-store.ts';
import { toWords } from '../text/words.ts';
import type { Boost, RankedMemory } from './rank.ts';

/** Why a memory stands where it does. */
export interface Explanation {
  signals: RankedMemory['signals'];
  /** Words of the query that the memory or its tags hold, as they were asked. */
  matchedWords: string[];
  /** Of the query's, as the memory has them. */
  matchedEntities: string[];
  boostedBy: Boost[];
}

/** A token without the punctuation around it. */
const fromFirstToLastLetter = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** Explains results of one query. */
export function createExplainer(
  query: string,
  words: readonly string[],
): (ranked: RankedMemory, memory: Memory) => Explanation {
  const asQueried = new Map<string, string>();
  for (const token of query.toLowerCase().split(/\s+/)) {
    const own = toWords(token);
    // A token of several words may be a sentence without spaces.
    const written = own.length === 1 ? fromFirstToLastLetter.exec(token)?.[0] : undefined;
    for (const word of own) if (!asQueried.has(word)) asQueried.set(word, written ?? word);
  }
  return ({ candidate, signals, boostedBy }, memory) => ({
    signals,
    matchedWords: words
      .filter((_, at) => (candidate.wordCounts[at] ?? 0) > 0 || candidate.tagged[at])
      .map((word) => asQueried.get(word) ?? word),
    matchedEntities: memory.entities
      .map(({ name }) => name)
      .filter((name) => candidate.entities.includes(name.toLowerCase())),
    boostedBy,
  });
}
