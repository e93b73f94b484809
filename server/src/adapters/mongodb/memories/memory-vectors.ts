import { Binary } from 'mongodb';
import type { QuantizedVector } from '../../store-kit/quantize.ts';
import type { Scoped, VectorDocument } from '../schema/documents.ts';

/** The fields that `$unset` removes when a memory is no longer ready. */
export const embeddingFields = { embedderId: '', moveAt: '', moveAttempts: '', moveClaim: '' } as const;

export interface Embedded {
  revision: number;
  embedderId: string;
  vectors: readonly QuantizedVector[];
  tokens: Int8Array | undefined;
}

/**
 * Builds a document for each vector of a memory.
 * @param memory the `_id` of the memory, and the fields that are copied to its vectors
 */
export function toVectorDocuments(
  { _id, ...scope }: Scoped & { _id: string },
  { revision, embedderId, vectors, tokens }: Embedded,
  indexedAt: number,
): VectorDocument[] {
  return vectors.map(({ scale, values }, chunk) => ({
    _id: `${_id}/${revision}/${chunk}`,
    memory: _id,
    ...scope,
    ...{ embedderId, scale, indexedAt },
    vector: Binary.fromInt8Array(values),
    ...(chunk === 0 && tokens && tokens.length > 0 ? { tokens: Binary.fromInt8Array(tokens) } : {}),
  }));
}

/** @throws {Error} for vectors that do not belong to the index of this store */
export function checkDimensions(vectors: readonly Float32Array[], dimensions: number): void {
  const wrong = vectors.find(({ length }) => length !== dimensions);
  if (wrong) throw new Error(`a vector of ${wrong.length} dimensions in a store for ${dimensions}`);
}
