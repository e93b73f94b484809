import type { Document, Filter } from 'mongodb';
import type { TimeSpan } from '../../../ports/candidate-index.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { distinctiveWords } from '../../store-kit/candidate-selection.ts';
import { countWords } from '../../store-kit/to-candidates.ts';
import { collectHits, type SearchContext } from './collect-hits.ts';
import { liveIn, type MemoryDocument, toScopeFilter, wordIndexName } from './search-documents.ts';
import type { Statistics } from './statistics.ts';

type Frequencies = ReadonlyMap<string, number>;

type Matched = Pick<MemoryDocument, '_id' | 'words' | 'identifiers' | 'tagWords' | 'wordCount' | 'indexedAt'>;

const matchedFields = { words: 1, identifiers: 1, tagWords: 1, wordCount: 1, indexedAt: 1 } as const;

/** Ranks a few memories here. The search index finds the best of more. @throws {StoreUnavailableError} */
export async function findByWords(search: SearchContext, spans: readonly TimeSpan[], limit: number): Promise<string[]> {
  const { collections, session, settings, query, statistics, matching, now } = search;
  const terms = [...query.words, ...query.identifiers];
  const words = distinctiveWords(terms, statistics);
  if (words.length === 0) return [];
  const counted = terms.map((word, at) => [word, statistics.documentFrequencies[at] as number] as const);
  const frequencies: Frequencies = new Map(counted.filter(([word]) => words.includes(word)));
  const matches = [liveIn(query.scope, now, spans), { terms: { $in: [...words] } }];
  const read = (more: Filter<MemoryDocument>) =>
    collections.memories.find({ $and: [...matches, more] }, { session }).project<Matched>(matchedFields);
  const best = (found: readonly Matched[]) => rank(found, frequencies, statistics).slice(0, limit);

  const maxFound = frequencies.values().reduce((sum, frequency) => sum + frequency, 0);
  const maxRead = matching ? settings.maxWordsReadInstead : settings.maxWordsRead;
  const readHolders = (held: readonly string[]) => {
    if (!matching) return read({ terms: { $in: [...held] } }).toArray();
    const holders = read({ _id: { $in: matching.holdersOf(held) } });
    return holders.hint('_id_').toArray();
  };
  if (maxFound <= maxRead) return best(await readHolders(words));

  const compound = {
    must: [{ text: { query: [...words], path: ['words', 'identifiers', 'tagWords'] } }],
    filter: toScopeFilter(query.scope, spans).$and.map(toClause),
  };
  const { found, isAway } = await collectHits(search, {
    ...{ index: wordIndexName, limit, maxRead: settings.maxWordsRead, read, collection: collections.memories },
    stages: (count) => [{ $search: { index: wordIndexName, compound } }, { $limit: count }],
    keyOf: ({ _id }) => _id,
  });
  if (!isAway) return best(found);
  const rare = rarest(frequencies, settings.maxWordsReadInstead);
  if (rare.length === 0) {
    throw new StoreUnavailableError(`MongoDB: its search index ${wordIndexName} cannot be queried`);
  }
  return best(await readHolders(rare));
}

function rarest(frequencies: Frequencies, max: number): string[] {
  const held = [...frequencies].filter(([, frequency]) => frequency > 0).sort((a, b) => a[1] - b[1]);
  let left = max;
  const rare = held.filter(([, frequency]) => {
    left -= frequency;
    return left >= 0;
  });
  return rare.map(([word]) => word);
}

function toClause(condition: Document): Document {
  if (condition['$or']) return { compound: { should: condition['$or'].map(toClause), minimumShouldMatch: 1 } };
  const [[path, value] = []] = Object.entries(condition);
  if (typeof value !== 'object') return { equals: { path, value } };
  if (value.$in) return { in: { path, value: value.$in } };
  const bounds = Object.entries(value).map(([operator, bound]) => [operator.slice(1), bound]);
  return { range: { path, ...Object.fromEntries(bounds) } };
}

/** The usual constants of search engines, because BM25 only selects candidates here. */
const saturation = 1.2;
const lengthWeight = 0.75;

function rank(found: readonly Matched[], frequencies: Frequencies, { scopeSize, averageLength }: Statistics): string[] {
  const weightOf = (frequency: number) => Math.log(1 + (scopeSize - frequency + 0.5) / (frequency + 0.5));
  const weights = Array.from(frequencies.values(), weightOf);
  const positions = new Map(Array.from(frequencies.keys(), (word, position) => [word, position]));
  const scored = found.map((one) => {
    const counts = countWords(`${one.words} ${one.identifiers} ${one.tagWords}`, positions);
    const length = 1 - lengthWeight + (lengthWeight * one.wordCount) / (averageLength || 1);
    const scores = counts.map((count, at) => (weights[at] as number) * (count / (count + saturation * length)));
    return { key: one._id, score: (saturation + 1) * scores.reduce((sum, score) => sum + score, 0) };
  });
  // If two are equal, the newer one comes first.
  scored.sort((a, b) => b.score - a.score || (a.key < b.key ? 1 : -1));
  return scored.map(({ key }) => key);
}
