import { Binary } from 'mongodb';
import type { QuantizedVector } from '../../store-kit/quantize.ts';
import type { VectorDocument } from '../schema/documents.ts';

/** What the vectors of a memory hold of it. */
type VectorScope = Pick<VectorDocument, 'ownerId' | 'userId' | 'agentId' | 'runId' | 'labels' | 'occurredAt'>;

/** For `$unset` when a memory is not ready any more. */
export const notEmbedded = { embedderId: '', moveAt: '', moveAttempts: '', moveClaim: '' } as const;

/** `memory`: the `_id` of the memory, with what its vectors hold of it. */
export function toVectorDocuments(
  { _id, ...scope }: VectorScope & { _id: string },
  { revision, embedderId, vectors }: { revision: number; embedderId: string; vectors: readonly QuantizedVector[] },
  indexedAt: number,
): VectorDocument[] {
  return vectors.map(({ scale, values }, chunk) => ({
    _id: `${_id}/${revision}/${chunk}`,
    memory: _id,
    ...scope,
    ...{ embedderId, scale, indexedAt },
    vector: Binary.fromInt8Array(values),
  }));
}

/** @throws {Error} for vectors that no index of this store would find */
export function checkDimensions(vectors: readonly Float32Array[], dimensions: number): void {
  const wrong = vectors.find(({ length }) => length !== dimensions);
  if (wrong) throw new Error(`a vector of ${wrong.length} dimensions in a store for ${dimensions}`);
}
