import type { DatabaseSync } from 'node:sqlite';
import { meanVector } from '../../../lib/mean-vector.ts';
import { restore } from '../../../lib/quantize.ts';
import type { SampleQuery, VectorSample } from '../../../ports/candidate-index.ts';
import { sampleOrder } from '../../store-kit/sample-order.ts';
import { readValue } from '../connection/prepare.ts';
import type { ReadAt, Steps } from '../threads/thread-jobs.ts';
import type { AccountIndex } from './account-index.ts';
import type { AccountIndexes } from './account-indexes.ts';
import { ordinalsIn } from './ordinals-in.ts';
import { idOf } from './statements.ts';

/** The number of memories whose vectors are read in one step. */
const memoriesPerStep = 200;

/** Reads the vectors of a sample of the scope. Memories that are deleted between the steps are left out. */
export function* sampleVectors(
  db: DatabaseSync,
  indexes: AccountIndexes,
  index: AccountIndex,
  { scope, embedderId, limit, readAt }: SampleQuery & ReadAt,
): Steps<VectorSample> {
  for (;;) {
    yield* indexes.advance(index, db, null);
    index.expire(readAt);
    const { ordinals } = index;
    const view = yield* ordinals.view(db, scope, () => indexes.evictFor(index));
    if (index.ordinals !== ordinals) continue;
    const seqs = Array.from(ordinalsIn(view.mask), (ordinal) => ordinals.seqAt(ordinal));
    const memories: VectorSample['memories'] = [];
    for (const [count, position] of sampleOrder(seqs).entries()) {
      if (memories.length === limit) break;
      if (count % memoriesPerStep === 0) yield;
      const seq = seqs[position] as number;
      const vectors = index.vectorsOf(db, embedderId, seq);
      const vector = meanVector(vectors.map(([, scale, values]) => restore({ scale, values: signed(values) })));
      const id = readValue<string>(db, idOf, seq);
      if (vector && id !== undefined) memories.push({ id, vector });
    }
    return { total: view.memories, memories };
  }
}

function signed({ buffer, byteOffset, length }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, length);
}
