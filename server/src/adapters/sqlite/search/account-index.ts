import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { changeRange } from './changes.ts';
import { grown } from './grown.ts';
import { type IndexedRow, indexedColumns, MemoryOrdinals } from './memory-ordinals.ts';
import { noCosine, VectorMatrix } from './vector-matrix.ts';

/** The numbers of rows in one step, which takes about ten milliseconds on a slow core. */
const usualSlices = { rows: 1_000, vectors: 1_000, changes: 250 };

export type VectorRow = [seq: number, scale: number, vector: Uint8Array];

const all = Number.POSITIVE_INFINITY;

/**
 * Holds one account's ordinals and, within the budget, its vectors, so that a search counts and scans a scope in
 * memory. It is read in slices and follows the table through `memory_change`. After each slice it matches the table for
 * the memories read so far.
 */
export class AccountIndex {
  readonly account: number;
  readonly embedder: number;
  /** The ordinals, which are replaced when the table is read again, because they all change then. */
  ordinals: MemoryOrdinals;
  private matrix: VectorMatrix | undefined;
  /** Maps each ordinal to its rows in the matrix. */
  private firstRows = new Int32Array(0);
  private rowCounts = new Int32Array(0);
  /** The number of the last change that was followed, and -1 before the first read. */
  private lastChange = -1;
  /** The seq of the last memory that was read, and Infinity when all were read. */
  private ordinalsRead = 0;
  private vectorsRead = 0;
  private readonly slices: typeof usualSlices;
  /** Whether the vectors fit the budget. Otherwise every search reads them from the table. */
  keepsVectors = true;

  constructor(account: number, embedder: number, slices = usualSlices) {
    this.account = account;
    this.embedder = embedder;
    this.slices = slices;
    this.ordinals = new MemoryOrdinals(account);
  }

  /** The estimated number of bytes held. */
  get bytes(): number {
    const rows = this.firstRows.byteLength + this.rowCounts.byteLength;
    return this.ordinals.bytes + (this.matrix?.bytes ?? 0) + rows;
  }

  /** Whether all vectors are held, which {@link cosines} requires. */
  get hasVectors(): boolean {
    return this.vectorsRead === all;
  }

  /** Drops the vectors until the table is read again. */
  dropVectors(): void {
    this.keepsVectors = false;
    this.forgetVectors();
  }

  /**
   * Reads the next slice of the state that `db`'s open transaction sees.
   * @param dimensions length of the vectors to read; null reads none
   * @returns whether the index has that state. Vectors beyond the budget are not read.
   */
  advance(db: DatabaseSync, dimensions: number | null): boolean {
    if (!this.follow(db)) return false;
    if (this.ordinalsRead < all) this.readOrdinals(db);
    else if (dimensions !== null && this.lacksVectors) this.readVectors(db, dimensions);
    return this.ordinalsRead === all && (dimensions === null || !this.lacksVectors);
  }

  private get lacksVectors(): boolean {
    return this.keepsVectors && !this.hasVectors;
  }

  /** Returns each memory's best cosine by ordinal, and `noCosine` without vectors and outside the mask. */
  cosines(mask: Uint8Array, query: Float32Array): Float32Array {
    const best = new Float32Array(mask.length).fill(noCosine);
    this.matrix?.raise(best, mask, query);
    return best;
  }

  /** Reads the vectors of one memory. */
  vectorsOf(db: DatabaseSync, seq: number): VectorRow[] {
    const sql =
      'SELECT seq, scale, vector FROM memory_vector WHERE owner = ? AND seq = ? AND embedder = ? ORDER BY chunk';
    return prepareArrays<VectorRow>(db, sql).all(this.account, seq, this.embedder);
  }

  /**
   * Reads the next vectors in the table, with all vectors of each memory.
   * @param after the last memory of the slice before; 0 reads from the beginning
   * @returns also the last memory of this slice; Infinity after the last slice
   */
  vectorsAfter(db: DatabaseSync, after: number): { vectors: VectorRow[]; readTo: number } {
    const vectors = prepareArrays<VectorRow>(
      db,
      'SELECT seq, scale, vector FROM memory_vector WHERE owner = ? AND seq > ? AND embedder = ? ORDER BY seq, chunk LIMIT ?',
    ).all(this.account, after, this.embedder, this.slices.vectors);
    if (vectors.length < this.slices.vectors) return { vectors, readTo: all };
    // The last memory may have more vectors.
    const last = vectors.at(-1)?.[0] as number;
    const whole = vectors.filter(([seq]) => seq < last);
    const readTo = whole.at(-1)?.[0];
    return readTo === undefined ? { vectors: this.vectorsOf(db, last), readTo: last } : { vectors: whole, readTo };
  }

  /** Returns false when there are more changes to follow. */
  private follow(db: DatabaseSync): boolean {
    const { first, last } = changeRange(db);
    if (this.lastChange === last) return true;
    const isForgotten = first !== null && first > this.lastChange + 1;
    if (this.lastChange < 0 || isForgotten || this.ordinals.halfEmpty || this.matrix?.halfFree) {
      this.restart(last);
      return true;
    }
    const changes = prepare<{ number: number; seq: number }>(
      db,
      'SELECT number, seq FROM memory_change WHERE owner = ? AND number > ? ORDER BY number LIMIT ?',
    ).all(this.account, this.lastChange, this.slices.changes);
    for (const seq of new Set(changes.map(({ seq }) => seq))) {
      if (this.followOne(db, seq)) continue;
      this.restart(last);
      return true;
    }
    const isLast = changes.length < this.slices.changes;
    this.lastChange = isLast ? last : (changes.at(-1)?.number as number);
    return isLast;
  }

  /** Drops everything, so that the next slices read the table from its beginning. */
  private restart(lastChange: number): void {
    this.ordinalsRead = 0;
    this.ordinals = new MemoryOrdinals(this.account);
    this.keepsVectors = true;
    this.forgetVectors();
    this.lastChange = lastChange;
  }

  private forgetVectors(): void {
    this.vectorsRead = 0;
    this.matrix = undefined;
    this.firstRows = new Int32Array(0);
    this.rowCounts = new Int32Array(0);
  }

  /** Returns false for a source that left the archive, because it has no ordinal in the order of writing. */
  private followOne(db: DatabaseSync, seq: number): boolean {
    // A later slice will read it as it is then.
    if (seq > this.ordinalsRead) return true;
    const known = this.ordinals.find(seq);
    if (known !== undefined) this.removeVectors(known);
    const sql = `SELECT ${indexedColumns} FROM memory WHERE owner = ? AND seq = ? AND aside = 0`;
    const row = prepareArrays<IndexedRow>(db, sql).get(this.account, seq);
    if (!row) {
      if (known !== undefined) this.ordinals.remove(known);
      return true;
    }
    if (known === undefined && !this.ordinals.isNewest(seq)) return false;
    const ordinal = this.ordinals.set(row);
    if (seq <= this.vectorsRead) for (const vector of this.vectorsOf(db, seq)) this.addVector(ordinal, vector);
    return true;
  }

  private readOrdinals(db: DatabaseSync): void {
    const rows = prepareArrays<IndexedRow>(
      db,
      `SELECT ${indexedColumns} FROM memory WHERE owner = ? AND seq > ? AND aside = 0 ORDER BY seq LIMIT ?`,
    ).all(this.account, this.ordinalsRead, this.slices.rows);
    for (const row of rows) this.ordinals.set(row);
    this.ordinalsRead = rows.length < this.slices.rows ? all : (rows.at(-1)?.[0] as number);
  }

  private readVectors(db: DatabaseSync, dimensions: number): void {
    this.matrix ??= new VectorMatrix(dimensions);
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

  /** All vectors of a memory are added one after the other, so their rows are adjacent. */
  private addVector(ordinal: number, [, scale, vector]: VectorRow): void {
    if (vector.length !== this.matrix?.dimensions) return;
    const row = this.matrix.add(ordinal, scale, vector);
    this.firstRows = grown(this.firstRows, ordinal + 1);
    this.rowCounts = grown(this.rowCounts, ordinal + 1);
    if (this.rowCounts[ordinal] === 0) this.firstRows[ordinal] = row;
    this.rowCounts[ordinal] = (this.rowCounts[ordinal] as number) + 1;
  }
}
