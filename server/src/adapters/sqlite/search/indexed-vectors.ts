import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import { grown } from './grown.ts';
import { noCosine, VectorMatrix } from './vector-matrix.ts';

export type QueryVector = NonNullable<CandidateQuery['vector']>;
export type VectorRow = [seq: number, scale: number, vector: Uint8Array];

/** Contains the vectors of memories by ordinal, all of one embedder. */
export class IndexedVectors {
  /** The seq of the last memory whose vectors were read, and Infinity when all were read. */
  readTo = 0;
  private readonly matrix: VectorMatrix;
  /** Maps each ordinal to its rows in the matrix. */
  private firstRows = new Int32Array(0);
  private rowCounts = new Int32Array(0);

  constructor(dimensions: number) {
    this.matrix = new VectorMatrix(dimensions);
  }

  get bytes(): number {
    return this.matrix.bytes + this.firstRows.byteLength + this.rowCounts.byteLength;
  }

  get halfFree(): boolean {
    return this.matrix.halfFree;
  }

  /** All vectors of a memory are added one after the other, so their rows are adjacent. */
  add(ordinal: number, [, scale, vector]: VectorRow): void {
    if (vector.length !== this.matrix.dimensions) return;
    const row = this.matrix.add(ordinal, scale, vector);
    this.firstRows = grown(this.firstRows, ordinal + 1);
    this.rowCounts = grown(this.rowCounts, ordinal + 1);
    if (this.rowCounts[ordinal] === 0) this.firstRows[ordinal] = row;
    this.rowCounts[ordinal] = (this.rowCounts[ordinal] as number) + 1;
  }

  /** Removes all vectors of a memory. */
  remove(ordinal: number): void {
    const count = this.rowCounts[ordinal] ?? 0;
    if (count === 0) return;
    this.matrix.remove(this.firstRows[ordinal] as number, count);
    this.rowCounts[ordinal] = 0;
  }

  /** Returns each memory's best cosine by ordinal, and `noCosine` without vectors and outside the mask. */
  cosines(mask: Uint8Array, query: Float32Array): Float32Array {
    const best = new Float32Array(mask.length).fill(noCosine);
    this.matrix.raise(best, mask, query);
    return best;
  }
}
