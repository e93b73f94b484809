import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongodb';
import { toShortKey } from '../../../lib/to-short-key.ts';
import type { Scope } from '../../../ports/memory-store.ts';
import { type SearchCollections, toScopeFilter } from './search-documents.ts';
import type { SearchSettings } from './search-settings.ts';

export interface Statistics {
  scopeSize: number;
  averageLength: number;
  /** The numbers of memories with each word, in the order of the words. */
  documentFrequencies: number[];
}

type Sums = Omit<Statistics, 'documentFrequencies'>;

const maxScopes = 1_000;
const maxWords = 50_000;

/**
 * Counts in the ordinary indexes, which never lag. Large counts take long, hardly change, and only affect weights of
 * words, so they are cached.
 */
export function createReadStatistics({ memories }: SearchCollections, { keptFrom, keptMs }: SearchSettings) {
  const sumsOf = new LRUCache<string, Sums>({ max: maxScopes, ttl: keptMs });
  const frequencyOf = new LRUCache<string, number>({ max: maxWords, ttl: keptMs });

  async function sum(session: ClientSession, scope: Scope): Promise<Sums> {
    const { filterKeys, agentId, runId, occurred, created } = scope;
    const isPrefix = !filterKeys?.length && [agentId, runId, occurred, created].every((one) => one === undefined);
    const group = { _id: null, memories: { $sum: 1 }, words: { $sum: '$wordCount' } };
    // This index covers the query.
    const options = { session, ...(isPrefix ? { hint: 'scope' } : {}) };
    const summed = memories.aggregate<{ memories: number; words: number }>(
      [{ $match: toScopeFilter(scope) }, { $group: group }],
      options,
    );
    const [sums] = await summed.toArray();
    const scopeSize = sums?.memories ?? 0;
    return { scopeSize, averageLength: scopeSize === 0 ? 0 : (sums?.words ?? 0) / scopeSize };
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
