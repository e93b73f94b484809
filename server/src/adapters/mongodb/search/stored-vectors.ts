import { meanVector } from '../../../lib/mean-vector.ts';
import { restore } from '../../../lib/quantize.ts';
import { runYielding } from '../../../lib/yielding.ts';
import type { CandidateIndex, SampleQuery } from '../../../ports/candidate-index.ts';
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

export async function sampleVectors(reads: SearchReads, { scope, embedderId, limit }: SampleQuery) {
  const { collections, session, now } = reads;
  const { memories, vectors } = collections;
  const inScope = memories.find(liveIn(scope, now), { session });
  const rows = await inScope.project<Pick<MemoryDocument, 'id' | 'embedderId'>>({ id: 1, embedderId: 1 }).toArray();
  const embedded = rows.filter((row) => row.embedderId === embedderId).map(({ id }) => id);
  const positions = sampleOrder(embedded).slice(0, limit);
  const sample = positions.map((position) => embedded[position] as string);
  const found = await vectors
    .find({ visibleTo: scope.accountId, memoryId: { $in: sample }, embedderId }, { session })
    .project<Pick<VectorDocument, 'memoryId' | 'scale' | 'vector'>>({ memoryId: 1, scale: 1, vector: 1 })
    .toArray();
  const partsOf = Map.groupBy(found, ({ memoryId }) => memoryId);
  const sampled = sample.flatMap((id) => {
    const parts = partsOf.get(id) ?? [];
    const vector = meanVector(parts.map((part) => restore({ scale: part.scale, values: part.vector.toInt8Array() })));
    return vector ? [{ id, vector }] : [];
  });
  return { total: rows.length, memories: sampled };
}

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
