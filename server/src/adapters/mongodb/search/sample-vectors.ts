import type { Binary, Filter, MongoClient } from 'mongodb';
import { meanVector } from '../../../lib/mean-vector.ts';
import type { CandidateIndex } from '../../../ports/candidate-index.ts';
import { restore } from '../../store-kit/quantize.ts';
import { sampleOrder } from '../../store-kit/sample-order.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { live } from '../memories/expiry.ts';
import type { Collections, MemoryDocument } from '../schema/documents.ts';
import { toScopeFilter } from './scope-filter.ts';

type Row = Pick<MemoryDocument, '_id' | 'id' | 'embedderId'>;

/** Reads the vectors of a sample of the scope in one snapshot. */
export function createSampleVectors(
  client: MongoClient,
  collections: Collections,
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
      const vectorsOf = new Map<string, Float32Array[]>(sample.map(({ _id }) => [_id, []]));
      const found = collections.vectors
        .find({ ownerId: scope.accountId, memory: { $in: [...vectorsOf.keys()] }, embedderId }, { session })
        .project<{ memory: string; scale: number; vector: Binary }>({ memory: 1, scale: 1, vector: 1 });
      for await (const { memory, scale, vector } of found) {
        vectorsOf.get(memory)?.push(restore({ scale, values: vector.toInt8Array() }));
      }
      const memories = sample.flatMap(({ _id, id }) => {
        const vector = meanVector(vectorsOf.get(_id) ?? []);
        return vector ? [{ id, vector }] : [];
      });
      return { total: rows.length, memories };
    });
}
