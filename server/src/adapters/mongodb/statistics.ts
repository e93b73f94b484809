import type { ClientSession, Filter } from 'mongodb';
import type { Scope } from '../../ports/memory-store.ts';
import type { Collections, MemoryDocument } from './documents.ts';
import { toScopeFilter } from './scope-filter.ts';

export interface Statistics {
  scopeSize: number;
  averageLength: number;
  /** In the order of the words. */
  documentFrequencies: number[];
}

/** Counted in the ordinary indexes, which never lag. */
export async function readStatistics(
  { memories }: Collections,
  session: ClientSession,
  scope: Scope,
  words: readonly string[],
): Promise<Statistics> {
  const filter = toScopeFilter(scope) as Filter<MemoryDocument>;
  const isPrefix = !scope.labels?.length && scope.agentId === undefined && scope.runId === undefined;
  const [sums] = await memories
    .aggregate<{ memories: number; words: number }>(
      [{ $match: filter }, { $group: { _id: null, memories: { $sum: 1 }, words: { $sum: '$wordCount' } } }],
      // That index holds all that is asked for.
      { session, ...(isPrefix ? { hint: 'scope' } : {}) },
    )
    .toArray();
  const scopeSize = sums?.memories ?? 0;
  const documentFrequencies =
    scopeSize === 0
      ? words.map(() => 0)
      : await Promise.all(words.map((terms) => memories.countDocuments({ $and: [filter, { terms }] }, { session })));
  return { scopeSize, averageLength: scopeSize === 0 ? 0 : (sums?.words ?? 0) / scopeSize, documentFrequencies };
}
