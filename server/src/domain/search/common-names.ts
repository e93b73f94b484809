import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

const months = 'january february march april may june july august september october november december';
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday';
const notNames = new Set(`${months} ${weekdays} ${weekdays.replaceAll('day', 'days')}`.split(' '));

/** A query with more names is a list; each costs a look at the word index. */
const maxNames = 16;
/** In UTF-16 units. */
const maxNameLength = 64;

/** In a handful of memories a share says nothing. */
const minMemories = 2;

/** A word of a query that may be somebody's name, and how the word index has it. */
export interface QueryName {
  /** Offsets in the query, in UTF-16 units. */
  start: number;
  end: number;
  word: string;
}

/** Up to sixteen different capitalised words of a query, wherever they stand, but for its first one, months, weekdays and stop words. */
export function namesIn(query: string): QueryName[] {
  const names: QueryName[] = [];
  const different = new Set<string>();
  let first = true;
  for (const { 0: text, index } of query.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)) {
    const wasFirst = first;
    first = false;
    if (wasFirst || !/^\p{Lu}/u.test(text)) continue;
    if (text.length > maxNameLength) continue;
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

/** Whether so many memories of a scope hold a name that it tells none of them from the others. */
export function isCommonName(documentFrequency: number, scopeSize: number): boolean {
  return documentFrequency > Math.max(minMemories, scopeSize * weights.commonName);
}

/** The query without these names; undefined when nothing worth asking would remain. */
export function withoutNames(query: string, names: readonly QueryName[]): string | undefined {
  let rest = '';
  let done = 0;
  for (const { start, end } of names) {
    rest += query.slice(done, start);
    done = end;
  }
  rest = (rest + query.slice(done)).replace(/\s+/g, ' ').trim();
  return toWords(rest).some((word) => !stopWords.has(word)) ? rest : undefined;
}
