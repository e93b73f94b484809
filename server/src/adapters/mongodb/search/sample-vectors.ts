import type { Filter, MongoClient } from 'mongodb';
import { meanVector } from '../../../lib/mean-vector.ts';
import { restore } from '../../../lib/quantize.ts';
import type { CandidateIndex } from '../../../ports/candidate-index.ts';
import { sampleOrder } from '../../store-kit/sample-order.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { toScopeFilter } from './scope-filter.ts';
import { live, type MemoryDocument, type SearchCollections, type VectorDocument } from './search-documents.ts';

type Row = Pick<MemoryDocument, 'id' | 'embedderId'>;

/** Reads the vectors of a sample of the scope in one snapshot. */
export function createSampleVectors(
  client: MongoClient,
  collections: SearchCollections,
  now: () => number,
): CandidateIndex['sampleVectors'] {
  return ({ scope, embedderId, limit }) =>
    inSnapshot(client, async (session) => {
      const inScope = { $and: [toScopeFilter(scope) as Filter<MemoryDocument>, live(now())] };
      const rows = await collections.memories
        .find(inScope, { session })
        .project<Row>({ id: 1, embedderId: 1 })
        .toArray();
      const embedded = rows.filter((row) => row.embedderId === embedderId);
      const sample = sampleOrder(embedded.map(({ id }) => id))
        .slice(0, limit)
        .map((position) => embedded[position] as Row);
      const vectorsOf = new Map<string, Float32Array[]>(sample.map(({ id }) => [id, []]));
      const found = collections.vectors
        .find({ visibleTo: scope.accountId, memoryId: { $in: [...vectorsOf.keys()] }, embedderId }, { session })
        .project<Pick<VectorDocument, 'memoryId' | 'scale' | 'vector'>>({ memoryId: 1, scale: 1, vector: 1 });
      for await (const { memoryId, scale, vector } of found) {
        vectorsOf.get(memoryId)?.push(restore({ scale, values: vector.toInt8Array() }));
      }
      const memories = sample.flatMap(({ id }) => {
        const vector = meanVector(vectorsOf.get(id) ?? []);
        return vector ? [{ id, vector }] : [];
      });
      return { total: rows.length, memories };
    });
}
