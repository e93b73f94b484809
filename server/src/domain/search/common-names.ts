import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';
import { months, weekdays } from './calendar-times.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

const notNames = new Set([...months, ...weekdays, ...weekdays.map((day) => `${day}s`)]);

/** A query with more names is a list, and each name costs a read of the word index. */
const maxNames = 16;
/** In UTF-16 units. */
const maxNameLength = 64;

/** In a handful of memories a share means nothing. */
const minMemories = 2;

/** A word of a query that may be somebody's name. */
export interface QueryName {
  /** Offsets in the query, in UTF-16 units. */
  start: number;
  end: number;
  /** The name as the word index holds it. */
  word: string;
}

/** Returns up to sixteen different capitalised words of a query, except its first, months, weekdays and stop words. */
export function namesIn(query: string): QueryName[] {
  const names: QueryName[] = [];
  const different = new Set<string>();
  for (const { 0: text, index } of [...query.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)].slice(1)) {
    if (!/^\p{Lu}/u.test(text) || text.length > maxNameLength) continue;
    const plain = text.replace(/['’]s?$/i, '');
    if (stopWords.has(plain.toLowerCase()) || notNames.has(plain.toLowerCase())) continue;
    const [word, ...others] = toWords(plain);
    if (word === undefined || others.length > 0) continue;
    if (different.size === maxNames && !different.has(word)) continue;
    different.add(word);
    names.push({ start: index, end: index + text.length, word });
  }
  return names;
}

/** Whether so many memories of a scope hold a name that it does not distinguish them. */
export function isCommonName(documentFrequency: number, scopeSize: number): boolean {
  return documentFrequency > Math.max(minMemories, scopeSize * weights.commonName);
}

/** @returns the query without these names; undefined when only stop words would remain */
export function withoutNames(query: string, names: readonly QueryName[]): string | undefined {
  const rest = names.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), query);
  const plain = rest.replace(/\s+/g, ' ').trim();
  return toWords(plain).some((word) => !stopWords.has(word)) ? plain : undefined;
}
