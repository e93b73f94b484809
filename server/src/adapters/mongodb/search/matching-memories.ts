import type { SearchScope } from '../../../ports/candidate-index.ts';
import { toMatcher, type Where } from '../../../ports/conditions.ts';
import type { Scope } from '../../../ports/memory.ts';
import { liveIn, type SearchReads } from './search-documents.ts';
import type { Statistics } from './statistics.ts';

export interface MatchingMemories {
  keys: ReadonlySet<string>;
  ids: ReadonlySet<string>;
  /** The number of memories whose conditions were tested. */
  tested: number;
  statistics: Statistics;
  /** Returns the keys of the memories that contain any of the words. These words must be among those of the search. */
  holdersOf(words: readonly string[]): string[];
}

/** The number of documents that are tested in one step, so that other requests run in between. */
const batchSize = 500;

interface Tested {
  _id: string;
  id: string;
  metadata: string;
  wordCount: number;
  held: string[];
}

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
  const keys = new Set<string>();
  const ids = new Set<string>();
  const holders: Pick<Tested, '_id' | 'held'>[] = [];
  const frequencies = new Map(words.map((word) => [word, 0]));
  let tested = 0;
  let wordSum = 0;
  const held = { $setIntersection: ['$terms', { $literal: [...words] }] };
  const documents = memories.aggregate<Tested>(
    [{ $match: liveIn(scope, now) }, { $project: { id: 1, metadata: 1, wordCount: 1, held } }],
    { session, batchSize },
  );
  for await (const { _id, id, metadata, wordCount, held } of documents) {
    tested++;
    if (!matches(JSON.parse(metadata))) continue;
    keys.add(_id);
    ids.add(id);
    wordSum += wordCount;
    if (held.length > 0) holders.push({ _id, held });
    for (const word of held) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return {
    ...{ keys, ids, tested },
    statistics: {
      scopeSize: keys.size,
      averageLength: keys.size === 0 ? 0 : wordSum / keys.size,
      documentFrequencies: words.map((word) => frequencies.get(word) ?? 0),
    },
    holdersOf(some) {
      const wanted = new Set(some);
      return holders.filter(({ held }) => held.some((word) => wanted.has(word))).map(({ _id }) => _id);
    },
  };
}
