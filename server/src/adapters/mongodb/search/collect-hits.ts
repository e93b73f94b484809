import { type Collection, type Document, type FindCursor, MongoServerError } from 'mongodb';
import { hasCode, stepDownCodes } from '../connection/mongo-errors.ts';
import { growthFactor, maxHits, type SearchSettings } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';

export interface Indexed {
  _id: string;
  indexedAt: number;
}

export interface IndexQuery<One extends Indexed> {
  index: string;
  limit: number;
  /** The maximum of matches, in addition to fresh ones, at which all matches are read. */
  maxRead: number;
  searchIndex(count: number): Promise<string[]>;
  /** Reads the current matches, narrowed by a filter. */
  read(filter: { _id: { $in: string[] } } | { indexedAt: { $gte: number } | { $lt: number } }): FindCursor<One>;
  memoryOf(one: One): string;
  /** Whether a match counts. Other matches are left out. */
  isSeen(one: One): boolean;
}

export interface Hits<One> {
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
  { index, limit, maxRead, searchIndex, read, memoryOf, isSeen }: IndexQuery<One>,
  { lagMs, maxFresh }: SearchSettings,
  watch: SearchWatch,
): Promise<Hits<One>> {
  const since = Date.now() - lagMs;
  const searchFor = (count: number) => searchOrReport(index, () => searchIndex(count), watch);
  const readFresh = () =>
    read({ indexedAt: { $gte: since } })
      .sort({ indexedAt: -1 })
      .limit(maxFresh)
      .toArray();
  let count = limit * 2;
  const [fresh, first] = await Promise.all([readFresh(), searchFor(count)]);
  let keys = first;
  const known = new Map(fresh.filter(isSeen).map((one) => [one._id, one]));
  const found = (isAway: boolean): Hits<One> => ({ found: [...known.values()], isAway });
  const oldest = fresh.length < maxFresh ? undefined : fresh.at(-1);
  let looked = false;
  for (;;) {
    const unknown = (keys ?? []).filter((key) => !known.has(key));
    if (unknown.length > 0) {
      const named = read({ _id: { $in: unknown } }).hint('_id_');
      for (const one of (await named.toArray()).filter(isSeen)) known.set(one._id, one);
    }
    const hits = (keys ?? []).flatMap((key) => known.get(key) ?? []);
    if (new Set(hits.map(memoryOf)).size >= limit) return found(false);
    if (keys?.length !== count && !looked) {
      looked = true;
      const rest = await read({ indexedAt: { $lt: oldest ? oldest.indexedAt + 1 : since } })
        .limit(maxRead + 1)
        .toArray();
      for (const one of rest.slice(0, maxRead).filter(isSeen)) known.set(one._id, one);
      if (rest.length <= maxRead) return found(false);
      if (keys?.length === 0 && !(await watch.isQueryable(index))) return found(true);
    }
    if (!keys || count === maxHits) return found(!keys);
    count = Math.min(maxHits, count * growthFactor);
    keys = await searchFor(count);
  }
}

/** Returns undefined if the search failed. Errors of the whole server are thrown, as the parallel reads fail, too. */
async function searchOrReport(
  index: string,
  searchIndex: () => Promise<string[]>,
  watch: SearchWatch,
): Promise<string[] | undefined> {
  try {
    const keys = await searchIndex();
    if (keys.length > 0) watch.responded(index);
    return keys;
  } catch (error) {
    if (!(error instanceof MongoServerError) || hasCode(error, stepDownCodes)) throw error;
    watch.failed(index, error);
    return undefined;
  }
}

export async function readKeys<Stored extends Document>(
  collection: Collection<Stored>,
  stages: Document[],
): Promise<string[]> {
  const hits = await collection.aggregate<{ _id: string }>([...stages, { $project: { _id: 1 } }]).toArray();
  return hits.map(({ _id }) => _id);
}
