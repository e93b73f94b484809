import { type Collection, type Document, type FindCursor, MongoServerError } from 'mongodb';
import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import { hasCode, stepDownCodes } from '../connection/mongo-errors.ts';
import { growthFactor, maxHits, type SearchReads, type SearchSettings } from './search-documents.ts';
import type { SearchWatch } from './search-watch.ts';
import type { MatchingMemories, Statistics } from './statistics.ts';

export interface SearchContext extends SearchReads {
  settings: SearchSettings;
  watch: SearchWatch;
  query: CandidateQuery;
  statistics: Statistics;
  /** The memories that meet the conditions of the query, which are the only hits; null if it has no conditions. */
  matching: MatchingMemories | null;
}

type Indexed = { _id: string; indexedAt: number };

interface IndexQuery<One extends Indexed> {
  index: string;
  limit: number;
  /** The maximum of matches, in addition to fresh ones, at which all matches are read. */
  maxRead: number;
  collection: Pick<Collection, 'aggregate'>;
  stages(count: number): Document[];
  read(filter: { _id: { $in: string[] } } | { indexedAt: { $gte: number } | { $lt: number } }): FindCursor<One>;
  keyOf(one: One): string;
}

interface Hits<One> {
  found: One[];
  /** Whether the index did not respond, and more documents match than could be read. */
  isAway: boolean;
}

/**
 * Collects the hits of a search index that still exist and still match, and fresh documents. Deleted documents displace
 * others among the hits, so few hits do not mean that no more documents match. In this case, all matching documents are
 * read. Only if there are too many, the index is searched for more hits.
 */
export async function collectHits<One extends Indexed>(
  { settings: { lagMs, maxFresh }, watch, matching }: SearchContext,
  query: IndexQuery<One>,
): Promise<Hits<One>> {
  const { index, limit, maxRead, read, keyOf } = query;
  const isSeen = (one: One) => matching?.ids.has(keyOf(one)) ?? true;
  const since = Date.now() - lagMs;
  const newest = read({ indexedAt: { $gte: since } }).sort({ indexedAt: -1 });
  const [fresh, first] = await Promise.all([newest.limit(maxFresh).toArray(), searchIndex(query, limit * 2, watch)]);
  const known = new Map(fresh.filter(isSeen).map((one) => [one._id, one]));
  const found = (isAway: boolean): Hits<One> => ({ found: [...known.values()], isAway });
  const oldest = fresh.length < maxFresh ? undefined : fresh.at(-1);
  let looked = false;
  for (let count = limit * 2, keys = first; ; keys = await searchIndex(query, count, watch)) {
    const unknown = (keys ?? []).filter((key) => !known.has(key));
    const named = read({ _id: { $in: unknown } }).hint('_id_');
    if (unknown.length > 0) for (const one of (await named.toArray()).filter(isSeen)) known.set(one._id, one);
    const hits = (keys ?? []).flatMap((key) => known.get(key) ?? []);
    if (new Set(hits.map(keyOf)).size >= limit) return found(false);
    if (keys?.length !== count && !looked) {
      looked = true;
      const older = read({ indexedAt: { $lt: oldest ? oldest.indexedAt + 1 : since } });
      const rest = await older.limit(maxRead + 1).toArray();
      for (const one of rest.slice(0, maxRead).filter(isSeen)) known.set(one._id, one);
      if (rest.length <= maxRead) return found(false);
      if (keys?.length === 0 && !(await watch.isQueryable(index))) return found(true);
    }
    if (!keys || count === maxHits) return found(!keys);
    count = Math.min(maxHits, count * growthFactor);
  }
}

/** Returns undefined if the search failed. Errors of the whole server are thrown, as the parallel reads fail, too. */
async function searchIndex<One extends Indexed>(
  { index, collection, stages }: IndexQuery<One>,
  count: number,
  watch: SearchWatch,
): Promise<string[] | undefined> {
  try {
    const hits = await collection.aggregate<{ _id: string }>([...stages(count), { $project: { _id: 1 } }]).toArray();
    if (hits.length > 0) watch.responded(index);
    return hits.map(({ _id }) => _id);
  } catch (error) {
    if (!(error instanceof MongoServerError) || hasCode(error, stepDownCodes)) throw error;
    watch.failed(index, error);
    return undefined;
  }
}
