import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongodb';
import { toShortKey } from '../../../lib/to-short-key.ts';
import type { Candidates, SearchScope } from '../../../ports/candidate-index.ts';
import { toMatcher, type Where } from '../../../ports/conditions.ts';
import type { Scope } from '../../../ports/memory.ts';
import {
  liveIn,
  type MemoryDocument,
  type SearchCollections,
  type SearchReads,
  type SearchSettings,
  toScopeFilter,
} from './search-documents.ts';

export type Statistics = Pick<Candidates, 'scopeSize' | 'averageLength' | 'documentFrequencies'>;
type Sums = Omit<Statistics, 'documentFrequencies'>;

const maxScopes = 1_000;
const maxWords = 50_000;

/** Counts in the ordinary indexes, which never lag. Large counts take long and hardly change, so they are cached. */
export function createReadStatistics({ memories }: SearchCollections, { keptFrom, keptMs }: SearchSettings) {
  const sumsOf = new LRUCache<string, Sums>({ max: maxScopes, ttl: keptMs });
  const frequencyOf = new LRUCache<string, number>({ max: maxWords, ttl: keptMs });

  async function sum(session: ClientSession, scope: Scope): Promise<Sums> {
    const { filterKeys, agentId, runId, occurred, created } = scope;
    const isPrefix = !filterKeys?.length && [agentId, runId, occurred, created].every((one) => one === undefined);
    const group = { _id: null, scopeSize: { $sum: 1 }, averageLength: { $avg: '$wordCount' } };
    // This index covers the query.
    const options = { session, ...(isPrefix ? { hint: 'scope' } : {}) };
    const stages = [{ $match: toScopeFilter(scope) }, { $group: group }, { $project: { _id: 0 } }];
    const [sums] = await memories.aggregate<Sums>(stages, options).toArray();
    return sums ?? { scopeSize: 0, averageLength: 0 };
  }

  return async (session: ClientSession, scope: Scope, words: readonly string[]): Promise<Statistics> => {
    const filter = toScopeFilter(scope);
    const name = toShortKey(JSON.stringify(filter));
    let sums = sumsOf.get(name);
    if (!sums) {
      sums = await sum(session, scope);
      if (sums.scopeSize >= keptFrom) sumsOf.set(name, sums);
    }
    if (sums.scopeSize === 0) return { ...sums, documentFrequencies: words.map(() => 0) };
    const documentFrequencies = words.map(async (terms) => {
      const wordName = `${name} ${terms}`;
      const kept = frequencyOf.get(wordName);
      if (kept !== undefined) return kept;
      const frequency = await memories.countDocuments({ $and: [filter, { terms }] }, { session });
      if (frequency >= keptFrom) frequencyOf.set(wordName, frequency);
      return frequency;
    });
    return { ...sums, documentFrequencies: await Promise.all(documentFrequencies) };
  };
}

export interface MatchingMemories {
  ids: ReadonlyMap<string, string>;
  tested: number;
  statistics: Statistics;
  /** Returns the keys of the memories that contain any of the words. These words must be among those of the search. */
  holdersOf(words: readonly string[]): string[];
}

/** The number of documents that are tested in one step, so that other requests run in between. */
const batchSize = 500;

type Tested = Pick<MemoryDocument, '_id' | 'id' | 'metadata' | 'wordCount'> & { held: string[] };

/** Returns a scope that MongoDB can evaluate. It contains every memory that meets the conditions, and others. */
export function toWiderScope({ where: _, impliedFilterKeys = [], ...scope }: SearchScope): Scope {
  const filterKeys = [...(scope.filterKeys ?? []), ...impliedFilterKeys];
  return { ...scope, filterKeys: filterKeys.length > 0 ? filterKeys : undefined };
}

/** Tests the metadata of a scope, because they are stored as text that no filter of MongoDB can read. */
export async function findMatching(
  { collections: { memories }, session, now }: SearchReads,
  { scope, where, words }: { scope: Scope; where: Where; words: readonly string[] },
): Promise<MatchingMemories> {
  const matches = toMatcher(where);
  const ids = new Map<string, string>();
  const holders = new Map(words.map((word): [string, string[]] => [word, []]));
  let tested = 0;
  let wordSum = 0;
  const held = { $setIntersection: ['$terms', { $literal: [...words] }] };
  const stages = [{ $match: liveIn(scope, now) }, { $project: { id: 1, metadata: 1, wordCount: 1, held } }];
  const documents = memories.aggregate<Tested>(stages, { session, batchSize });
  for await (const { _id, id, metadata, wordCount, held } of documents) {
    tested++;
    if (!matches(JSON.parse(metadata))) continue;
    ids.set(_id, id);
    wordSum += wordCount;
    for (const word of held) holders.get(word)?.push(_id);
  }
  return {
    ...{ ids, tested },
    statistics: {
      scopeSize: ids.size,
      averageLength: ids.size === 0 ? 0 : wordSum / ids.size,
      documentFrequencies: words.map((word) => holders.get(word)?.length ?? 0),
    },
    holdersOf: (some) => [...new Set(some.flatMap((word) => holders.get(word) ?? []))],
  };
}
