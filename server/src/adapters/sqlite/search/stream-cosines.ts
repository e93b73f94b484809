import type { DatabaseSync } from 'node:sqlite';
import type { AccountIndex, VectorRow } from './account-index.ts';
import { changedSince, lastChange } from './changes.ts';
import { ordinalsIn } from './ordinals-in.ts';
import type { VectorDots } from './vector-dots.ts';
import { noCosine, VectorMatrix } from './vector-matrix.ts';

/**
 * The best cosine of each ordinal of an account whose vectors there is no room for, read from the table. Every step needs a
 * read transaction; memories may change between them. The result is that of the transaction of the last step, in which
 * `index` is up to date; for ordinals that are empty then it means nothing.
 */
export function* streamCosines(
  db: DatabaseSync,
  index: AccountIndex,
  query: Float32Array,
  dots: VectorDots,
): Generator<void, Float32Array> {
  for (;;) {
    const { generation } = index;
    const begunAt = lastChange(db);
    let best = new Float32Array(0);
    const look = (vectors: readonly VectorRow[]) => {
      const matrix = new VectorMatrix(query.length, dots);
      for (const [seq, scale, vector] of vectors) {
        const ordinal = index.ordinals.find(seq);
        if (ordinal !== undefined && vector.length === query.length) matrix.add(ordinal, scale, vector);
      }
      best = lengthened(best, index.ordinals.length);
      matrix.raise(best, new Uint8Array(best.length).fill(1), query);
    };
    for (let after = 0; after < Number.POSITIVE_INFINITY && index.generation === generation; ) {
      const { vectors, readTo } = index.vectorsAfter(db, after);
      look(vectors);
      after = readTo;
      do yield;
      while (!index.advance(db, null));
    }
    const changed = changedSince(db, index.account, begunAt);
    if (!changed || index.generation !== generation) continue;
    // What was looked at before it changed is looked at again.
    best = lengthened(best, index.ordinals.length);
    for (const seq of changed) {
      const ordinal = index.ordinals.find(seq);
      if (ordinal !== undefined) best[ordinal] = noCosine;
    }
    look([...changed].flatMap((seq) => index.vectorsOf(db, seq)));
    return best;
  }
}

/** The same for a few ordinals, in one step. */
export function cosinesOfFew(
  db: DatabaseSync,
  index: AccountIndex,
  mask: Uint8Array,
  query: Float32Array,
  dots: VectorDots,
): Float32Array {
  const best = new Float32Array(mask.length).fill(noCosine);
  const matrix = new VectorMatrix(query.length, dots);
  for (const ordinal of ordinalsIn(mask)) {
    for (const [, scale, vector] of index.vectorsOf(db, index.ordinals.seqAt(ordinal)))
      if (vector.length === query.length) matrix.add(ordinal, scale, vector);
  }
  matrix.raise(best, mask, query);
  return best;
}

function lengthened(values: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (values.length === length) return values;
  const longer = new Float32Array(length).fill(noCosine);
  longer.set(values);
  return longer;
}
