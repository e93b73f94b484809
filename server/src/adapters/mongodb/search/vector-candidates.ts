import { Binary, type ClientSession, type Document, type Filter } from 'mongodb';
import type { Scope, TimeSpan } from '../../../ports/memory-store.ts';
import { quantize } from '../../store-kit/quantize.ts';
import type { Collections, VectorDocument } from '../schema/documents.ts';
import { collectHits } from './collect-hits.ts';
import { dot } from './dot.ts';
import { toScopeFilter } from './scope-filter.ts';
import { maxHits, type SearchSettings, vectorIndexName } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';

export interface VectorQuery {
  scope: Scope;
  spans: readonly TimeSpan[];
  embedderId: string;
  values: Float32Array;
  /** Memories in the scope. */
  scopeSize: number;
  limit: number;
}

type Compared = Pick<VectorDocument, '_id' | 'memory' | 'vector' | 'scale' | 'indexedAt'>;

const comparedFields = { memory: 1, vector: 1, scale: 1, indexedAt: 1 } as const;
/** Of candidates that Atlas looks at for each that is asked for. */
const oversampling = 20;

/**
 * Keys of the memories with the nearest vectors. Few vectors are read and compared here. Of many the search index names
 * the nearest; it lags, so what was written lately is looked at beside it, and nothing counts that is not there by now.
 * `isAway`: the search index could not be asked, and these are the nearest of what could be read. `cosinesOfAll`: of all
 * memories of the scope and the spans, where all were read.
 */
export async function findByVector(
  { vectors }: Collections,
  session: ClientSession,
  query: VectorQuery,
  settings: SearchSettings,
  watch: SearchWatch,
): Promise<{ keys: string[]; isAway: boolean; cosinesOfAll: ReadonlyMap<string, number> | null }> {
  const { scope, spans, embedderId, values, limit, scopeSize } = query;
  const scoped = toScopeFilter(scope, spans).$and as Filter<VectorDocument>[];
  const filter = [...scoped, { embedderId }];
  const read = (more: Filter<VectorDocument>) =>
    vectors.find({ $and: [...filter, more] }, { session }).project<Compared>(comparedFields);
  const best = (cosines: ReadonlyMap<string, number>) => {
    const nearest = [...cosines].sort((a, b) => b[1] - a[1]);
    return nearest.slice(0, limit).map(([memory]) => memory);
  };

  if (scopeSize <= settings.maxVectorsRead) {
    const all = await read({})
      .limit(settings.maxVectorsRead + 1)
      .toArray();
    if (all.length <= settings.maxVectorsRead) {
      const cosinesOfAll = bestCosines(all, values);
      return { keys: best(cosinesOfAll), isAway: false, cosinesOfAll };
    }
  }

  // It is as near to any other, and Atlas rejects it.
  if (values.every((value) => value === 0)) return { keys: [], isAway: false, cosinesOfAll: null };
  const index = vectorIndexName(values.length);
  const queryVector = Binary.fromInt8Array(quantize(values).values);
  const searchIndex = async (count: number) => {
    const stage: Document = {
      index,
      path: 'vector',
      queryVector,
      limit: count,
      filter: { $and: filter },
      ...(scopeSize <= settings.maxExact
        ? { exact: true }
        : { numCandidates: Math.min(maxHits, count * oversampling) }),
    };
    const hits = await vectors
      .aggregate<{ _id: string }>([{ $vectorSearch: stage }, { $project: { _id: 1 } }])
      .toArray();
    return hits.map(({ _id }) => _id);
  };
  const { found, isAway } = await collectHits(
    {
      index,
      limit,
      maxRead: settings.maxVectorsRead,
      searchIndex,
      read,
      // Several vectors of a memory may be among the nearest.
      memoryOf: ({ memory }) => memory,
    },
    settings,
    watch,
  );
  return { keys: best(bestCosines(found, values)), isAway, cosinesOfAll: null };
}

/** Of each memory the best over its vectors. */
function bestCosines(found: Iterable<Compared>, query: Float32Array): Map<string, number> {
  const cosines = new Map<string, number>();
  for (const { memory, vector, scale } of found) {
    const cosine = dot(query, { scale, values: vector.toInt8Array() });
    if (cosine > (cosines.get(memory) ?? Number.NEGATIVE_INFINITY)) cosines.set(memory, cosine);
  }
  return cosines;
}

/** The same for given memories, those without any vector left out. */
export async function readCosines(
  { vectors }: Collections,
  session: ClientSession,
  accountId: string,
  memories: readonly string[],
  { embedderId, values }: { embedderId: string; values: Float32Array },
): Promise<Map<string, number>> {
  const found = await vectors
    .find({ ownerId: accountId, memory: { $in: [...memories] }, embedderId }, { session })
    .hint('memory')
    .project<Compared>(comparedFields)
    .toArray();
  return bestCosines(found, values);
}
