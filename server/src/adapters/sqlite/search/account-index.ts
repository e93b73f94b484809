import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { grown } from './grown.ts';
import { type IndexedRow, indexedColumns, MemoryOrdinals } from './memory-ordinals.ts';
import type { VectorDots } from './vector-dots.ts';
import { noCosine, VectorMatrix } from './vector-matrix.ts';

/** How much is read at once, while others wait. */
export interface Slices {
  rows: number;
  vectors: number;
  changes: number;
}

/** About ten milliseconds on a slow core. */
const usualSlices: Slices = { rows: 1_000, vectors: 1_000, changes: 250 };

export type VectorRow = [seq: number, scale: number, vector: Uint8Array];

/**
 * One account's memories in memory: ordinals and, when there is room, vectors, so that a scope is counted and scanned
 * without touching the disk. It is read in slices and follows the table through `memory_change`, also while it is still
 * being read: after every slice it is what the table was for the memories read so far.
 */
export class AccountIndex {
  readonly account: number;
  readonly embedder: number;
  ordinals: MemoryOrdinals;
  /** Grows when everything is read again and ordinals mean something else. */
  generation = 0;
  private matrix: VectorMatrix | undefined;
  /** Maps each ordinal to its rows in the matrix. */
  private firstRows = new Int32Array(0);
  private rowCounts = new Int32Array(0);
  /** The change up to which it has been followed; -1 when nothing has been read yet. */
  private lastChange = -1;
  /** Memories up to this one have been read; Infinity: all. */
  private ordinalsRead = 0;
  private vectorsRead = 0;
  private readonly dots: VectorDots;
  private readonly slices: Slices;
  /** False when there is no room for the vectors: then they are read from the table by every search. */
  keepsVectors = true;

  constructor(account: number, embedder: number, dots: VectorDots, slices: Slices = usualSlices) {
    this.account = account;
    this.embedder = embedder;
    this.dots = dots;
    this.slices = slices;
    this.ordinals = new MemoryOrdinals(account);
  }

  /** Bytes held, about. */
  get bytes(): number {
    const rows = this.firstRows.byteLength + this.rowCounts.byteLength;
    return this.ordinals.bytes + (this.matrix?.bytes ?? 0) + rows;
  }

  /** Whether all vectors are here, so that {@link cosines} can be asked for. */
  get hasVectors(): boolean {
    return this.vectorsRead === Number.POSITIVE_INFINITY;
  }

  /** Gives the vectors up and does not read them again, until everything is read again. */
  dropVectors(): void {
    this.keepsVectors = false;
    this.forgetVectors();
  }

  /**
   * Goes one slice towards the state that `db`'s open transaction sees.
   * @param dimensions length of the vectors wanted; null: none are
   * @returns whether it is there. Vectors that there is no room for are not waited for.
   */
  advance(db: DatabaseSync, dimensions: number | null): boolean {
    if (!this.follow(db)) return false;
    const wantsVectors = () => dimensions !== null && this.keepsVectors && !this.hasVectors;
    if (this.ordinalsRead < Number.POSITIVE_INFINITY) this.readOrdinals(db);
    else if (dimensions !== null && wantsVectors()) this.readVectors(db, dimensions);
    return this.ordinalsRead === Number.POSITIVE_INFINITY && !wantsVectors();
  }

  /** The best cosine of each ordinal over its memory's vectors; `noCosine` where it has none or is not visible. */
  cosines(mask: Uint8Array, query: Float32Array): Float32Array {
    const best = new Float32Array(mask.length).fill(noCosine);
    this.matrix?.raise(best, mask, query);
    return best;
  }

  /** The vectors of one memory, as they are in the table. */
  vectorsOf(db: DatabaseSync, seq: number): VectorRow[] {
    return prepareArrays(
      db,
      'SELECT seq, scale, vector FROM memory_vector WHERE owner = ? AND seq = ? AND embedder = ? ORDER BY chunk',
    ).all(this.account, seq, this.embedder) as unknown as VectorRow[];
  }

  /**
   * The next vectors in the table, those of one memory together.
   * @param after the memory that the slice before went up to; 0: from the beginning
   * @returns also the memory that this slice goes up to; Infinity: all have been read
   */
  vectorsAfter(db: DatabaseSync, after: number): { vectors: VectorRow[]; readTo: number } {
    const vectors = prepareArrays(
      db,
      'SELECT seq, scale, vector FROM memory_vector WHERE owner = ? AND seq > ? AND embedder = ? ORDER BY seq, chunk LIMIT ?',
    ).all(this.account, after, this.embedder, this.slices.vectors) as unknown as VectorRow[];
    if (vectors.length < this.slices.vectors) return { vectors, readTo: Number.POSITIVE_INFINITY };
    // The last memory may have more.
    const last = vectors.at(-1)?.[0] as number;
    const whole = vectors.filter(([seq]) => seq < last);
    const readTo = whole.at(-1)?.[0];
    return readTo === undefined ? { vectors: this.vectorsOf(db, last), readTo: last } : { vectors: whole, readTo };
  }

  /** False when there are more changes to follow. */
  private follow(db: DatabaseSync): boolean {
    const { first, last } = prepare(
      db,
      'SELECT (SELECT min(number) FROM memory_change) AS first, (SELECT max(number) FROM memory_change) AS last',
    ).get() as { first: number | null; last: number | null };
    if (this.lastChange === (last ?? 0)) return true;
    const forgotten = first !== null && first > this.lastChange + 1;
    if (this.lastChange < 0 || forgotten || this.ordinals.halfEmpty || this.matrix?.halfFree) {
      this.beginAnew();
      this.lastChange = last ?? 0;
      return true;
    }
    const changes = prepare(
      db,
      'SELECT number, seq FROM memory_change WHERE owner = ? AND number > ? ORDER BY number LIMIT ?',
    ).all(this.account, this.lastChange, this.slices.changes) as unknown as { number: number; seq: number }[];
    for (const seq of new Set(changes.map(({ seq }) => seq))) this.followOne(db, seq);
    const isLast = changes.length < this.slices.changes;
    this.lastChange = isLast ? (last ?? 0) : (changes.at(-1)?.number as number);
    return isLast;
  }

  private beginAnew(): void {
    this.generation++;
    this.ordinalsRead = 0;
    this.ordinals = new MemoryOrdinals(this.account);
    this.keepsVectors = true;
    this.forgetVectors();
  }

  private forgetVectors(): void {
    this.vectorsRead = 0;
    this.matrix = undefined;
    this.firstRows = new Int32Array(0);
    this.rowCounts = new Int32Array(0);
  }

  private followOne(db: DatabaseSync, seq: number): void {
    // What has not been read yet will be read as it is then.
    if (seq > this.ordinalsRead) return;
    const known = this.ordinals.find(seq);
    if (known !== undefined) this.removeVectors(known);
    const row = prepareArrays(db, `SELECT ${indexedColumns} FROM memory WHERE owner = ? AND seq = ? AND aside = 0`).get(
      this.account,
      seq,
    );
    if (!row) {
      if (known !== undefined) this.ordinals.remove(known);
      return;
    }
    const ordinal = this.ordinals.set(row as unknown as IndexedRow);
    if (seq > this.vectorsRead) return;
    for (const vector of this.vectorsOf(db, seq)) this.addVector(ordinal, vector);
  }

  private readOrdinals(db: DatabaseSync): void {
    const rows = prepareArrays(
      db,
      `SELECT ${indexedColumns} FROM memory WHERE owner = ? AND seq > ? AND aside = 0 ORDER BY seq LIMIT ?`,
    ).all(this.account, this.ordinalsRead, this.slices.rows) as unknown as IndexedRow[];
    for (const row of rows) this.ordinals.set(row);
    this.ordinalsRead = rows.length < this.slices.rows ? Number.POSITIVE_INFINITY : (rows.at(-1)?.[0] as number);
  }

  private readVectors(db: DatabaseSync, dimensions: number): void {
    this.matrix ??= new VectorMatrix(dimensions, this.dots);
    const { vectors, readTo } = this.vectorsAfter(db, this.vectorsRead);
    for (const vector of vectors) {
      const ordinal = this.ordinals.find(vector[0]);
      if (ordinal !== undefined) this.addVector(ordinal, vector);
    }
    this.vectorsRead = readTo;
  }

  private removeVectors(ordinal: number): void {
    const count = this.rowCounts[ordinal] ?? 0;
    if (count === 0) return;
    this.matrix?.remove(this.firstRows[ordinal] as number, count);
    this.rowCounts[ordinal] = 0;
  }

  /** A memory's vectors are always added together, so they lie together. */
  private addVector(ordinal: number, [, scale, vector]: VectorRow): void {
    if (vector.length !== this.matrix?.dimensions) return;
    const row = this.matrix.add(ordinal, scale, vector);
    this.firstRows = grown(this.firstRows, ordinal + 1);
    this.rowCounts = grown(this.rowCounts, ordinal + 1);
    if (this.rowCounts[ordinal] === 0) this.firstRows[ordinal] = row;
    this.rowCounts[ordinal] = (this.rowCounts[ordinal] as number) + 1;
  }
}
