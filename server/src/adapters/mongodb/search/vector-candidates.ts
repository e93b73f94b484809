import { Binary, type Document, type Filter } from 'mongodb';
import { quantize } from '../../../lib/quantize.ts';
import type { TimeSpan } from '../../../ports/candidate-index.ts';
import { collectHits, type SearchContext } from './collect-hits.ts';
import { maxHits, memoryKey, toScopeFilter, type VectorDocument, vectorIndexName } from './search-documents.ts';

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

export const noneNear: Nearest = { ids: [], isAway: false, cosinesOfAll: null };

/** Compares a few vectors here. The search index finds the nearest of more, and new ones are read separately. */
export async function findByVector(search: SearchContext, spans: readonly TimeSpan[], limit: number): Promise<Nearest> {
  const { collections, session, settings, query, statistics, matching } = search;
  if (!query.vector) return noneNear;
  const { embedderId, values } = query.vector;
  const maxVectorsRead = matching ? settings.maxMatchingVectorsRead : settings.maxVectorsRead;
  const filter = [...toScopeFilter(query.scope, spans).$and, { embedderId }];
  const read = (more: Filter<VectorDocument>) =>
    collections.vectors.find({ $and: [...filter, more] }, { session }).project<Compared>(comparedFields);
  const best = (cosines: ReadonlyMap<string, number>) => {
    const nearest = [...cosines].sort((a, b) => b[1] - a[1]);
    return nearest.slice(0, limit).map(([id]) => id);
  };

  if (statistics.scopeSize <= maxVectorsRead) {
    const all = await read(matching ? { memoryId: { $in: [...matching.ids.values()] } } : {})
      .limit(maxVectorsRead + 1)
      .toArray();
    if (all.length <= maxVectorsRead) {
      const cosinesOfAll = bestCosines(all, values);
      return { ids: best(cosinesOfAll), isAway: false, cosinesOfAll };
    }
  }

  // Atlas rejects the zero vector, which is equally near to all vectors.
  if (values.every((value) => value === 0)) return noneNear;
  const index = vectorIndexName(values.length);
  const isExact = (matching?.tested ?? statistics.scopeSize) <= settings.maxExact;
  const stage = (count: number): Document => ({
    ...{ index, path: 'vector', limit: count, filter: { $and: filter } },
    queryVector: Binary.fromInt8Array(quantize(values).values),
    ...(isExact ? { exact: true } : { numCandidates: Math.min(maxHits, count * oversampling) }),
  });
  const { found, isAway } = await collectHits(search, {
    ...{ index, limit, maxRead: settings.maxVectorsRead, read, collection: collections.vectors },
    stages: (count) => [{ $vectorSearch: stage(count) }],
    // Several vectors of a memory may be among the nearest.
    keyOf: ({ memoryId }) => memoryKey(query.scope.accountId, memoryId),
  });
  return { ids: best(bestCosines(found, values)), isAway, cosinesOfAll: null };
}

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

export async function readCosines({ collections, session, query }: SearchContext, ids: readonly string[]) {
  const { scope, vector } = query;
  if (!vector) return new Map<string, number>();
  const filter = { visibleTo: scope.accountId, memoryId: { $in: [...ids] }, embedderId: vector.embedderId };
  const found = collections.vectors.find(filter, { session }).hint('memory').project<Compared>(comparedFields);
  return bestCosines(await found.toArray(), vector.values);
}
