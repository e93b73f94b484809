import type { ClientSession, Document, Filter } from 'mongodb';
import type { Scope, TimeSpan } from '../../../ports/memory-store.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import type { Collections, MemoryDocument } from '../schema/documents.ts';
import { collectHits } from './collect-hits.ts';
import { toScopeFilter } from './scope-filter.ts';
import { type SearchSettings, wordIndexName } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';
import type { Statistics } from './statistics.ts';

export interface WordQuery {
  scope: Scope;
  spans: readonly TimeSpan[];
  words: readonly string[];
  /** Of the scope, by word. */
  frequencies: ReadonlyMap<string, number>;
  statistics: Statistics;
  limit: number;
}

interface Matched extends Pick<MemoryDocument, '_id' | 'words' | 'tagWords' | 'wordCount' | 'indexedAt'> {}

const matchedFields = { words: 1, tagWords: 1, wordCount: 1, indexedAt: 1 } as const;

/**
 * Keys of the memories that hold the words best. Few are read and ranked here. Of many the search index names the best;
 * it lags, so what was written lately is looked at beside it, and nothing counts that does not hold the words by now.
 * While it can not be asked, those that hold the rarest words are read.
 * @throws {StoreUnavailableError} when it can not be asked, and even the rarest word stands in too many
 */
export async function findByWords(
  { memories }: Collections,
  session: ClientSession,
  query: WordQuery,
  settings: SearchSettings,
  watch: SearchWatch,
): Promise<string[]> {
  const { words, limit, scope, spans } = query;
  if (words.length === 0) return [];
  const matches = [toScopeFilter(scope, spans) as Filter<MemoryDocument>, { terms: { $in: [...words] } }];
  const read = (more: Filter<MemoryDocument>) =>
    memories.find({ $and: [...matches, more] }, { session }).project<Matched>(matchedFields);
  const best = (found: Iterable<Matched>) => rank([...found], query).slice(0, limit);

  const frequencies = words.map((word) => query.frequencies.get(word) ?? 0);
  const maxFound = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  if (maxFound <= settings.maxWordsRead) return best(await read({}).toArray());

  const searchIndex = async (count: number) => {
    const hits = await memories
      .aggregate<{ _id: string }>([
        { $search: { index: wordIndexName, compound: toCompound(query) } },
        { $limit: count },
        { $project: { _id: 1 } },
      ])
      .toArray();
    return hits.map(({ _id }) => _id);
  };
  const question = { index: wordIndexName, limit, maxRead: settings.maxWordsRead, searchIndex, read };
  const { found, isAway } = await collectHits({ ...question, memoryOf: ({ _id }) => _id }, settings, watch);
  if (!isAway) return best(found);
  const distinctive = rarest(query, settings.maxWordsReadInstead);
  if (distinctive.length === 0) {
    throw new StoreUnavailableError(`MongoDB: its search index ${wordIndexName} can not be asked`);
  }
  return best(await read({ terms: { $in: distinctive } }).toArray());
}

/** The words that choose most, as long as no more memories hold them than this. */
function rarest({ words, frequencies }: WordQuery, max: number): string[] {
  const held = words
    .map((word) => ({ word, frequency: frequencies.get(word) ?? 0 }))
    .filter((one) => one.frequency > 0);
  held.sort((a, b) => a.frequency - b.frequency);
  let left = max;
  return held
    .filter(({ frequency }) => {
      left -= frequency;
      return left >= 0;
    })
    .map(({ word }) => word);
}

function toCompound({ scope, spans, words }: WordQuery): Document {
  const { accountId, userId, agentId, runId, filterKeys } = scope;
  const filter: Document[] = [{ equals: { path: 'ownerId', value: accountId } }];
  if (userId !== undefined) filter.push({ equals: { path: 'userId', value: userId } });
  if (agentId !== undefined) filter.push({ equals: { path: 'agentId', value: agentId } });
  if (runId !== undefined) filter.push({ equals: { path: 'runId', value: runId } });
  for (const alternatives of filterKeys ?? []) filter.push({ in: { path: 'labels', value: alternatives } });
  if (spans.length > 0) {
    const any = spans.map(({ from, to }) => ({ range: { path: 'occurredAt', gte: from, lt: to } }));
    filter.push({ compound: { should: any, minimumShouldMatch: 1 } });
  }
  return { must: [{ text: { query: [...words], path: ['words', 'tagWords'] } }], filter };
}

/** Constants of the usual search engines: here BM25 only decides what is worth looking at. */
const saturation = 1.2;
const lengthWeight = 0.75;

function rank(found: Matched[], { words, frequencies, statistics }: WordQuery): string[] {
  const { scopeSize, averageLength } = statistics;
  const weights = new Map(
    words.map((word) => {
      const frequency = frequencies.get(word) ?? 0;
      return [word, Math.log(1 + (scopeSize - frequency + 0.5) / (frequency + 0.5))];
    }),
  );
  const scored = found.map((one) => {
    const counts = new Map<string, number>();
    for (const word of `${one.words} ${one.tagWords}`.split(' ')) {
      if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const length = 1 - lengthWeight + (lengthWeight * one.wordCount) / (averageLength || 1);
    let score = 0;
    for (const [word, count] of counts) {
      score += ((weights.get(word) as number) * count * (saturation + 1)) / (count + saturation * length);
    }
    return { key: one._id, score };
  });
  // Among equals the newest.
  scored.sort((a, b) => b.score - a.score || (a.key < b.key ? 1 : -1));
  return scored.map(({ key }) => key);
}
