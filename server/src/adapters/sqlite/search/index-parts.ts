import type { DatabaseSync } from 'node:sqlite';
import { ordinalsIn } from '../../../lib/typed-arrays.ts';
import { prepare } from '../connection/open-database.ts';
import { vectorsAfter, vectorsOf } from './statements.ts';
import { masked, noCosine, type QueryVector, VectorMatrix, type VectorRow } from './vector-matrix.ts';

/** The maximum of rows in one step, which takes about ten milliseconds on a slow core. */
export const usualSlices = { rows: 1_000, characters: 200_000, vectors: 1_000, changes: 250 };

export type Index = { readonly ordinals: Ordinals; readonly slices: typeof usualSlices };

export interface Ordinals {
  readonly account: number;
  readonly length: number;
  seqAt(ordinal: number): number;
  find(seq: number): number | undefined;
}

/** The seq after the last memory of a table. */
export const all = Number.POSITIVE_INFINITY;

/** Takes the rows of a slice, and returns its last memory; {@link all} at the end. `take` returns a text's length. */
export function takeSlice<Row extends [seq: number, ...unknown[]]>(
  max: { rows: number; characters: number },
  rows: Iterable<Row>,
  take: (row: Row) => number,
): number {
  let count = 0;
  let characters = 0;
  for (const row of rows) {
    characters += take(row);
    if (++count >= max.rows || characters >= max.characters) return row[0];
  }
  return all;
}

/** A part of the table by ordinal, which is read in slices and follows the changes of the memories read so far. */
export interface IndexPart {
  /** The seq of the last memory that was read, and Infinity when all were read. */
  readTo: number;
  readNext(db: DatabaseSync, index: Index): void;
  /** Reads one memory, which the part does not contain. */
  readOne(db: DatabaseSync, index: Index, ordinal: number): void;
  remove(ordinal: number): void;
}

export function readFew(db: DatabaseSync, index: Index, part: IndexPart, mask: Uint8Array): void {
  for (const ordinal of ordinalsIn(mask)) part.readOne(db, index, ordinal);
  part.readTo = all;
}

export class VectorPart implements IndexPart {
  readTo = 0;
  readonly matrix: VectorMatrix;
  private readonly embedderId: string;

  constructor({ embedderId, dimensions }: { embedderId: string; dimensions: number }) {
    this.embedderId = embedderId;
    this.matrix = new VectorMatrix(dimensions);
  }

  /** Returns each memory's best cosine by ordinal, and `noCosine` without vectors and outside the mask. */
  cosines(mask: Uint8Array, query: Float32Array): Float32Array {
    const best = new Float32Array(mask.length).fill(noCosine);
    this.matrix.raise(best, mask, query);
    return best;
  }

  /** A slice has all vectors of each of its memories. */
  readNext(db: DatabaseSync, index: Index): void {
    const limit = index.slices.vectors;
    const rows = prepare<VectorRow>(db, vectorsAfter).all(index.ordinals.account, this.readTo, this.embedderId, limit);
    // The last memory may have more vectors.
    const last = rows.length < limit ? all : (rows.at(-1)?.[0] as number);
    const whole = rows.filter(([seq]) => seq < last);
    const isOne = whole.length === 0 && last < all;
    this.add(index, isOne ? readVectors(db, index, this.embedderId, last) : whole);
    this.readTo = last === all || isOne ? last : (whole.at(-1)?.[0] as number);
  }

  readOne(db: DatabaseSync, index: Index, ordinal: number): void {
    this.add(index, readVectors(db, index, this.embedderId, index.ordinals.seqAt(ordinal)));
  }

  remove(ordinal: number): void {
    this.matrix.remove(ordinal);
  }

  private add({ ordinals }: Index, rows: readonly VectorRow[]): void {
    for (const [seq, scale, values] of rows) {
      const ordinal = ordinals.find(seq);
      if (ordinal !== undefined) this.matrix.add(ordinal, scale, values);
    }
  }
}

export function readVectors(db: DatabaseSync, { ordinals }: Index, embedderId: string, seq: number): VectorRow[] {
  return prepare<VectorRow>(db, vectorsOf).all(ordinals.account, seq, embedderId);
}

/** The cosines of one query, for an account whose vectors exceed the budget. Vectors are dropped once they are compared. */
export class CosinePart extends VectorPart {
  private best = new Float32Array(0);
  private readonly query: Float32Array;

  constructor({ embedderId, values }: QueryVector) {
    super({ embedderId, dimensions: values.length });
    this.query = values;
  }

  override cosines(mask: Uint8Array): Float32Array {
    this.compare(mask.length);
    return masked(this.best, mask);
  }

  override readNext(db: DatabaseSync, index: Index): void {
    super.readNext(db, index);
    this.compare(index.ordinals.length);
  }

  override remove(ordinal: number): void {
    super.remove(ordinal);
    if (ordinal < this.best.length) this.best[ordinal] = noCosine;
  }

  private compare(length: number): void {
    if (length > this.best.length) {
      const longer = new Float32Array(length).fill(noCosine);
      longer.set(this.best);
      this.best = longer;
    }
    this.matrix.raise(this.best, new Uint8Array(this.best.length).fill(1), this.query);
    this.matrix.clear();
  }
}
