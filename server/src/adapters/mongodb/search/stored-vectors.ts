import { meanVector } from '../../../lib/mean-vector.ts';
import { restore } from '../../../lib/quantize.ts';
import { runYielding } from '../../../lib/yielding.ts';
import type { CandidateIndex, SampleQuery, VectorSample } from '../../../ports/candidate-index.ts';
import { closestTokens } from '../../store-kit/closest-tokens.ts';
import { sampleOrder } from '../../store-kit/sample-order.ts';
import {
  liveIn,
  type MemoryDocument,
  memoryKey,
  type SearchCollections,
  type SearchReads,
  type VectorDocument,
} from './search-documents.ts';

type Row = Pick<MemoryDocument, 'id' | 'embedderId'>;

export async function sampleVectors(
  { collections: { memories, vectors }, session, now }: SearchReads,
  { scope, embedderId, limit }: SampleQuery,
): Promise<VectorSample> {
  const inScope = memories.find(liveIn(scope, now), { session });
  const rows = await inScope.project<Row>({ id: 1, embedderId: 1 }).toArray();
  const embedded = rows.filter((row) => row.embedderId === embedderId);
  const sample = sampleOrder(embedded.map(({ id }) => id))
    .slice(0, limit)
    .map((position) => (embedded[position] as Row).id);
  const vectorsOf = new Map<string, Float32Array[]>(sample.map((id) => [id, []]));
  const found = vectors
    .find({ visibleTo: scope.accountId, memoryId: { $in: sample }, embedderId }, { session })
    .project<Pick<VectorDocument, 'memoryId' | 'scale' | 'vector'>>({ memoryId: 1, scale: 1, vector: 1 });
  for await (const { memoryId, scale, vector } of found) {
    vectorsOf.get(memoryId)?.push(restore({ scale, values: vector.toInt8Array() }));
  }
  const sampled = [...vectorsOf].flatMap(([id, parts]) => {
    const vector = meanVector(parts);
    return vector ? [{ id, vector }] : [];
  });
  return { total: rows.length, memories: sampled };
}

/** Reads the token vectors of memories and compares them with those of a query. */
export function createClosestTokens({ memories, tokens }: SearchCollections): CandidateIndex['closestTokens'] {
  return async (query) => {
    const { accountId, embedderId } = query;
    const keys = query.ids.map((id) => memoryKey(accountId, id));
    const named = memories.find({ _id: { $in: keys } }, { projection: { seq: 1 } });
    const nameOf = new Map((await named.toArray()).map(({ _id, seq }) => [_id, memoryKey(accountId, String(seq))]));
    const found = await tokens.find({ _id: { $in: [...nameOf.values()] }, embedderId }).toArray();
    const tokensOf = new Map(found.map((one) => [one._id, one.tokens.toInt8Array()]));
    const tokensOfAll = keys.map((key) => tokensOf.get(nameOf.get(key) ?? '') ?? null);
    return runYielding(accountId, closestTokens(query, tokensOfAll));
  };
}
