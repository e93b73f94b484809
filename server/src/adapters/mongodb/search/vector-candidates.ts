import { Binary, type Collection, type Document, type Filter } from 'mongodb';
import { quantize } from '../../../lib/quantize.ts';
import type { TimeSpan } from '../../../ports/memory-store.ts';
import { collectHits } from './collect-hits.ts';
import { toScopeFilter } from './scope-filter.ts';
import type { SearchContext } from './search-context.ts';
import type { VectorDocument } from './search-documents.ts';
import { maxHits, vectorIndexName } from './search-settings.ts';

type Compared = Pick<VectorDocument, '_id' | 'memoryId' | 'vector' | 'scale' | 'indexedAt'>;

const comparedFields = { memoryId: 1, vector: 1, scale: 1, indexedAt: 1 } as const;
/** The number of candidates that Atlas compares for each hit. */
const oversampling = 20;

interface Nearest {
  ids: string[];
  /** Whether the search index did not respond, so that these are only the nearest of the vectors that could be read. */
  isAway: boolean;
  /** The cosines of all memories of the scope and the spans, if all vectors were read. */
  cosinesOfAll: ReadonlyMap<string, number> | null;
}

/**
 * Finds the ids of the memories with the nearest vectors. A few vectors are read and compared here. For many vectors,
 * the search index returns the nearest. It lags behind, so new vectors are read separately, and its hits are read
 * again.
 * @returns null when the query has no vector
 */
export async function findByVector(
  { collections: { vectors }, session, settings, watch, query, statistics, matching }: SearchContext,
  spans: readonly TimeSpan[],
  limit: number,
): Promise<Nearest | null> {
  if (!query.vector) return null;
  const { embedderId, values } = query.vector;
  const maxVectorsRead = matching ? settings.maxMatchingVectorsRead : settings.maxVectorsRead;
  const scoped = toScopeFilter(query.scope, spans).$and as Filter<VectorDocument>[];
  const filter = [...scoped, { embedderId }];
  const read = (more: Filter<VectorDocument>) =>
    vectors.find({ $and: [...filter, more] }, { session }).project<Compared>(comparedFields);
  const best = (cosines: ReadonlyMap<string, number>) => {
    const nearest = [...cosines].sort((a, b) => b[1] - a[1]);
    return nearest.slice(0, limit).map(([id]) => id);
  };

  if (statistics.scopeSize <= maxVectorsRead) {
    const all = await read(matching ? { memoryId: { $in: [...matching.ids] } } : {})
      .limit(maxVectorsRead + 1)
      .toArray();
    if (all.length <= maxVectorsRead) {
      const cosinesOfAll = bestCosines(all, values);
      return { ids: best(cosinesOfAll), isAway: false, cosinesOfAll };
    }
  }

  // Atlas rejects the zero vector, which is equally near to all vectors.
  if (values.every((value) => value === 0)) return { ids: [], isAway: false, cosinesOfAll: null };
  const index = vectorIndexName(values.length);
  const isExact = (matching?.tested ?? statistics.scopeSize) <= settings.maxExact;
  const searchIndex = (count: number) => searchVectors(vectors, { index, values, filter, isExact, count });
  // Several vectors of a memory may be among the nearest.
  const indexQuery = {
    index,
    limit,
    maxRead: settings.maxVectorsRead,
    searchIndex,
    read,
    memoryOf: (one: Compared) => one.memoryId,
    isSeen: (one: Compared) => matching?.ids.has(one.memoryId) ?? true,
  };
  const { found, isAway } = await collectHits(indexQuery, settings, watch);
  return { ids: best(bestCosines(found, values)), isAway, cosinesOfAll: null };
}

/** Returns the keys of the nearest vectors in the search index. */
async function searchVectors(
  vectors: Collection<VectorDocument>,
  search: { index: string; values: Float32Array; filter: Filter<VectorDocument>[]; isExact: boolean; count: number },
): Promise<string[]> {
  const { index, values, filter, isExact, count } = search;
  const stage: Document = {
    ...{ index, path: 'vector', limit: count, filter: { $and: filter } },
    queryVector: Binary.fromInt8Array(quantize(values).values),
    ...(isExact ? { exact: true } : { numCandidates: Math.min(maxHits, count * oversampling) }),
  };
  const hits = vectors.aggregate<{ _id: string }>([{ $vectorSearch: stage }, { $project: { _id: 1 } }]);
  return (await hits.toArray()).map(({ _id }) => _id);
}

/** Maps memories to the best cosine of their vectors. */
function bestCosines(found: Iterable<Compared>, query: Float32Array): Map<string, number> {
  const cosines = new Map<string, number>();
  for (const { memoryId, vector, scale } of found) {
    const values = vector.toInt8Array();
    let sum = 0;
    for (let at = 0; at < query.length; at++) sum += (query[at] as number) * (values[at] as number);
    const cosine = sum * scale;
    if (cosine > (cosines.get(memoryId) ?? Number.NEGATIVE_INFINITY)) cosines.set(memoryId, cosine);
  }
  return cosines;
}

/** Maps those of the memories that have vectors to their best cosine. */
export async function readCosines(
  { collections: { vectors }, session, query: { scope, vector } }: SearchContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (!vector) return new Map();
  const filter = { visibleTo: scope.accountId, memoryId: { $in: [...ids] }, embedderId: vector.embedderId };
  const found = vectors.find(filter, { session }).hint('memory').project<Compared>(comparedFields);
  return bestCosines(await found.toArray(), vector.values);
}
