import type { DatabaseSync } from 'node:sqlite';
import type { Steps } from '../threads/thread-jobs.ts';
import type { AccountIndex } from './account-index.ts';
import { changedSince, changeRange } from './changes.ts';
import type { QueryVector, VectorRow } from './indexed-vectors.ts';
import type { MemoryOrdinals } from './memory-ordinals.ts';
import { ordinalsIn } from './ordinals-in.ts';
import { noCosine, VectorMatrix } from './vector-matrix.ts';

/**
 * Returns each memory's best cosine by ordinal, for an account whose vectors exceed the budget. It reads them from the
 * table. Every step needs a read transaction, and memories may change between the steps. The result is that of the last
 * step's transaction, in which `index` is up to date. The cosines of deleted memories are undefined.
 */
export function* streamCosines(
  db: DatabaseSync,
  index: AccountIndex,
  { embedderId, values: query }: QueryVector,
): Steps<Float32Array> {
  for (;;) {
    const { ordinals } = index;
    const begunAt = changeRange(db).last;
    let best = new Float32Array(0);
    const scan = (vectors: readonly VectorRow[]) => {
      best = lengthened(best, ordinals.length);
      scanRows(ordinals, vectors, query, best, new Uint8Array(best.length).fill(1));
    };
    for (let after = 0; after < Number.POSITIVE_INFINITY && index.ordinals === ordinals; ) {
      const { vectors, readTo } = index.vectorsAfter(db, embedderId, after);
      scan(vectors);
      after = readTo;
      do yield;
      while (!index.advance(db, null));
    }
    const changed = changedSince(db, index.account, begunAt);
    if (!changed || index.ordinals !== ordinals) continue;
    // The vectors of memories that changed in the meantime are read again.
    best = lengthened(best, ordinals.length);
    for (const seq of changed) {
      const ordinal = ordinals.find(seq);
      if (ordinal !== undefined) best[ordinal] = noCosine;
    }
    scan([...changed].flatMap((seq) => index.vectorsOf(db, embedderId, seq)));
    return best;
  }
}

/** Reads in one step the vectors of the memories in a small mask, and returns their best cosines by ordinal. */
export function cosinesOfFew(
  db: DatabaseSync,
  index: AccountIndex,
  mask: Uint8Array,
  { embedderId, values: query }: QueryVector,
): Float32Array {
  const best = new Float32Array(mask.length).fill(noCosine);
  const rows = ordinalsIn(mask).flatMap((ordinal) => index.vectorsOf(db, embedderId, index.ordinals.seqAt(ordinal)));
  scanRows(index.ordinals, rows, query, best, mask);
  return best;
}

function scanRows(
  ordinals: MemoryOrdinals,
  rows: Iterable<VectorRow>,
  query: Float32Array,
  best: Float32Array,
  mask: Uint8Array,
): void {
  const matrix = new VectorMatrix(query.length);
  for (const [seq, scale, vector] of rows) {
    const ordinal = ordinals.find(seq);
    if (ordinal !== undefined && vector.length === query.length) matrix.add(ordinal, scale, vector);
  }
  matrix.raise(best, mask, query);
}

function lengthened(values: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (values.length === length) return values;
  const longer = new Float32Array(length).fill(noCosine);
  longer.set(values);
  return longer;
}
