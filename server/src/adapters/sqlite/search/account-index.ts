import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { changeRange } from './changes.ts';
import { IndexedVectors, type VectorRow } from './indexed-vectors.ts';
import { type FeatureColumns, featureColumns, MemoryFeatures } from './memory-features.ts';
import { type IndexedColumns, indexedColumns, MemoryOrdinals } from './memory-ordinals.ts';
import { noCosine } from './vector-matrix.ts';
import { WordPostings } from './word-postings.ts';

/** The maximum of rows in one step, which takes about ten milliseconds on a slow core. */
const usualSlices = { rows: 1_000, characters: 200_000, vectors: 1_000, changes: 250 };

/** The row of a memory. The texts are empty unless the index contains words. */
type MemoryRow = [
  ...IndexedColumns,
  words: string,
  identifiers: string,
  tagWords: string,
  ...FeatureColumns,
  metadata: string,
];

export type WordsRow = [seq: number, words: string, identifiers: string, tagWords: string];

/** The positions of the words and of the features in a {@link MemoryRow}. */
const wordsColumn = 10;
const featuresColumn = 13;
const metadataColumn = 21;

const all = Number.POSITIVE_INFINITY;

/**
 * Contains one account's ordinals and features. Within the budget, it also contains the words and vectors, so that a
 * search reads no rows. It is read in slices, and follows the table through `memory_change`. After each slice, it
 * matches the table for the memories read so far.
 */
export class AccountIndex {
  readonly account: number;
  readonly embedder: number;
  /** The ordinals, which are replaced when the table is read again, because then all of them change. */
  ordinals: MemoryOrdinals;
  features = new MemoryFeatures();
  /** The words, which are present only if {@link hasWords}. */
  words = new WordPostings();
  private vectors: IndexedVectors | undefined;
  /** The number of the last change that was applied, and -1 before the first read. */
  private lastChange = -1;
  /** The seq of the last memory that was read, and Infinity when all were read. */
  private memoriesRead = 0;
  private vectorsRead = 0;
  private readonly slices: typeof usualSlices;
  /** Whether the words and the vectors fit into the budget. Otherwise every search reads them from the table. */
  keepsWords = true;
  keepsVectors = true;

  constructor(account: number, embedder: number, slices = usualSlices) {
    this.account = account;
    this.embedder = embedder;
    this.slices = slices;
    this.ordinals = new MemoryOrdinals(account);
  }

  /** The estimated size in bytes. */
  get bytes(): number {
    return this.ordinals.bytes + this.features.bytes + this.words.bytes + (this.vectors?.bytes ?? 0);
  }

  /** Whether all words are in memory. */
  get hasWords(): boolean {
    return this.keepsWords && this.memoriesRead === all;
  }

  /** Whether any metadata columns are in memory. */
  get holdsColumns(): boolean {
    return this.ordinals.columns.isUsed;
  }

  /** Whether any vectors are in memory. */
  get beganVectors(): boolean {
    return this.vectors !== undefined;
  }

  /** Whether all vectors are in memory, which {@link cosines} requires. */
  get hasVectors(): boolean {
    return this.vectorsRead === all;
  }

  /** Drops the words until the table is read again. */
  dropWords(): void {
    this.keepsWords = false;
    this.words = new WordPostings();
  }

  /** Drops the metadata columns until the table is read again. */
  dropColumns(): void {
    this.ordinals.columns.drop();
  }

  /** Drops the vectors until the table is read again. */
  dropVectors(): void {
    this.keepsVectors = false;
    this.forgetVectors();
  }

  /**
   * Reads the next slice of the state in `db`'s open transaction.
   * @param dimensions length of the vectors to read; null reads none
   * @returns whether the index has that state. Words and vectors beyond the budget are not read.
   */
  advance(db: DatabaseSync, dimensions: number | null): boolean {
    if (!this.follow(db)) return false;
    if (this.memoriesRead < all) this.readMemories(db);
    else if (dimensions !== null && this.lacksVectors) this.readVectors(db, dimensions);
    return this.memoriesRead === all && (dimensions === null || !this.lacksVectors);
  }

  private get lacksVectors(): boolean {
    return this.keepsVectors && !this.hasVectors;
  }

  /** Returns each memory's best cosine by ordinal, and `noCosine` without vectors and outside the mask. */
  cosines(mask: Uint8Array, query: Float32Array): Float32Array {
    return this.vectors?.cosines(mask, query) ?? new Float32Array(mask.length).fill(noCosine);
  }

  /** Removes the memories that have expired by a time, whose rows may still be in the table. */
  expire(time: number): void {
    for (const ordinal of this.ordinals.expiredAt(time)) this.remove(ordinal);
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

  /** Reads the words of one memory. Archived sources have none. */
  wordsOf(db: DatabaseSync, seq: number): WordsRow | undefined {
    const sql = 'SELECT seq, words, identifiers, tag_words FROM memory WHERE owner = ? AND seq = ? AND aside = 0';
    return prepareArrays<WordsRow>(db, sql).get(this.account, seq);
  }

  /**
   * Adds the next words in the table to postings.
   * @param after the last memory of the slice before; 0 reads from the beginning
   * @returns the last memory of this slice; Infinity after the last slice
   */
  addWordsAfter(db: DatabaseSync, after: number, postings: WordPostings): number {
    const sql =
      'SELECT seq, words, identifiers, tag_words FROM memory WHERE owner = ? AND seq > ? AND aside = 0 ORDER BY seq';
    const rows = prepareArrays<WordsRow>(db, sql).iterate(this.account, after);
    return this.takeSlice(rows, ([seq, words, ...others]) => {
      const ordinal = this.ordinals.find(seq);
      if (ordinal !== undefined) postings.set(ordinal, words, ...others);
      return words.length;
    });
  }

  /** Returns false if there are more changes to apply. */
  private follow(db: DatabaseSync): boolean {
    const { first, last } = changeRange(db);
    if (this.lastChange === last) return true;
    const isForgotten = first !== null && first > this.lastChange + 1;
    if (this.lastChange < 0 || isForgotten || this.isHalfEmpty) {
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

  private get isHalfEmpty(): boolean {
    const { entities } = this.features;
    return this.ordinals.halfEmpty || this.words.halfFree || entities.halfFree || (this.vectors?.halfFree ?? false);
  }

  /** Drops everything, so that the next slices read the table from its beginning. */
  private restart(lastChange: number): void {
    this.memoriesRead = 0;
    this.ordinals = new MemoryOrdinals(this.account);
    this.features = new MemoryFeatures();
    this.words = new WordPostings();
    this.keepsWords = true;
    this.keepsVectors = true;
    this.forgetVectors();
    this.lastChange = lastChange;
  }

  private forgetVectors(): void {
    this.vectorsRead = 0;
    this.vectors = undefined;
  }

  /** Returns false for a source that left the archive, because it has no ordinal in the order of writing. */
  private followOne(db: DatabaseSync, seq: number): boolean {
    // A later slice will read its state of then.
    if (seq > this.memoriesRead) return true;
    const known = this.ordinals.find(seq);
    const sql = `SELECT ${this.columns} FROM memory WHERE owner = ? AND seq = ? AND aside = 0`;
    const row = prepareArrays<MemoryRow>(db, sql).get(this.account, seq);
    if (!row) {
      if (known !== undefined) this.remove(known);
      return true;
    }
    if (known === undefined && !this.ordinals.isNewest(seq)) return false;
    if (known !== undefined) this.vectors?.remove(known);
    const ordinal = this.set(row);
    if (seq <= this.vectorsRead) for (const vector of this.vectorsOf(db, seq)) this.vectors?.add(ordinal, vector);
    return true;
  }

  private remove(ordinal: number): void {
    this.vectors?.remove(ordinal);
    this.words.remove(ordinal);
    this.features.remove(ordinal);
    this.ordinals.remove(ordinal);
  }

  private get columns(): string {
    const words = this.keepsWords ? 'words, identifiers, tag_words' : "'', '', ''";
    return `${indexedColumns}, ${words}, ${featureColumns}, ${this.ordinals.columns.isUsed ? 'metadata' : "'{}'"}`;
  }

  private readMemories(db: DatabaseSync): void {
    const sql = `SELECT ${this.columns} FROM memory WHERE owner = ? AND seq > ? AND aside = 0 ORDER BY seq`;
    const rows = prepareArrays<MemoryRow>(db, sql).iterate(this.account, this.memoriesRead);
    this.memoriesRead = this.takeSlice(rows, (row) => {
      this.set(row);
      return row[wordsColumn].length;
    });
    if (this.memoriesRead < all) return;
    this.words.compact();
    this.features.entities.compact();
  }

  /** Adds a memory, or changes it. Returns its ordinal. */
  private set(row: MemoryRow): number {
    const ordinal = this.ordinals.set(row);
    this.features.set(ordinal, row.slice(featuresColumn, metadataColumn) as FeatureColumns);
    const [words, identifiers, tagWords] = row.slice(wordsColumn, featuresColumn) as [string, string, string];
    if (this.keepsWords) this.words.set(ordinal, words, identifiers, tagWords);
    this.ordinals.columns.set(row[0], ordinal, row[metadataColumn]);
    return ordinal;
  }

  /**
   * Takes the rows of one slice, which has fewer rows if their texts are long.
   * @param take returns the length of the row's texts
   * @returns the last memory of the slice; Infinity after the last slice
   */
  private takeSlice<Row extends [seq: number, ...unknown[]]>(rows: Iterable<Row>, take: (row: Row) => number): number {
    let count = 0;
    let characters = 0;
    for (const row of rows) {
      characters += take(row);
      if (++count >= this.slices.rows || characters >= this.slices.characters) return row[0];
    }
    return all;
  }

  private readVectors(db: DatabaseSync, dimensions: number): void {
    this.vectors ??= new IndexedVectors(dimensions);
    const { vectors, readTo } = this.vectorsAfter(db, this.vectorsRead);
    for (const vector of vectors) {
      const ordinal = this.ordinals.find(vector[0]);
      if (ordinal !== undefined) this.vectors.add(ordinal, vector);
    }
    this.vectorsRead = readTo;
  }
}
