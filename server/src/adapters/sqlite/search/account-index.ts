import type { DatabaseSync } from 'node:sqlite';
import { findOrAdd } from '../../../lib/find-or-add.ts';
import { prepareArrays } from '../connection/prepare.ts';
import { changeRange } from './changes.ts';
import { IndexedVectors, type QueryVector, type VectorRow } from './indexed-vectors.ts';
import { type FeatureColumns, featureColumns, MemoryFeatures } from './memory-features.ts';
import { type IndexedColumns, indexedColumns, MemoryOrdinals } from './memory-ordinals.ts';
import { changesAfter, memoriesAfter, vectorsAfter, vectorsOf, visibleMemory, wordColumns } from './statements.ts';
import { noCosine } from './vector-matrix.ts';
import { WordPostings } from './word-postings.ts';

/** The maximum of rows in one step, which takes about ten milliseconds on a slow core. */
const usualSlices = { rows: 1_000, characters: 200_000, vectors: 1_000, changes: 250 };

/** The vectors that a search compares: those of one embedder, which have the same length. */
export interface VectorSpace {
  embedderId: string;
  dimensions: number;
}

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
 * search reads no rows. It is read in slices, and follows the table through its changes. After each slice, it matches
 * the table for the memories read so far.
 */
export class AccountIndex {
  readonly account: number;
  /** The ordinals, which are replaced when the table is read again, because then all of them change. */
  ordinals: MemoryOrdinals;
  features = new MemoryFeatures();
  /** The words, which are present only if {@link hasWords}. */
  words = new WordPostings();
  /** The vectors by embedder. There are several only while another embedder takes the place of one. */
  private readonly vectors = new Map<string, IndexedVectors>();
  /** The number of the last change that was applied, and -1 before the first read. */
  private lastChange = -1;
  /** The seq of the last memory that was read, and Infinity when all were read. */
  private memoriesRead = 0;
  private readonly slices: typeof usualSlices;
  /** Whether the words and the vectors fit into the budget. Otherwise every search reads them from the table. */
  keepsWords = true;
  keepsVectors = true;

  constructor(account: number, slices = usualSlices) {
    this.account = account;
    this.slices = slices;
    this.ordinals = new MemoryOrdinals(account);
  }

  /** The estimated size in bytes. */
  get bytes(): number {
    let bytes = this.ordinals.bytes + this.features.bytes + this.words.bytes;
    for (const vectors of this.vectors.values()) bytes += vectors.bytes;
    return bytes;
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
    return this.vectors.size > 0;
  }

  /** Whether all vectors of an embedder are in memory, which {@link cosines} requires. */
  hasVectors(embedderId: string): boolean {
    return this.vectors.get(embedderId)?.readTo === all;
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
    this.vectors.clear();
  }

  /**
   * Reads the next slice of the state in `db`'s open transaction.
   * @param space the vectors to read; null reads none
   * @returns whether the index has that state. Words and vectors beyond the budget are not read.
   */
  advance(db: DatabaseSync, space: VectorSpace | null): boolean {
    if (!this.follow(db)) return false;
    if (this.memoriesRead < all) this.readMemories(db);
    else if (this.lacksVectors(space)) this.readVectors(db, space);
    return this.memoriesRead === all && !this.lacksVectors(space);
  }

  private lacksVectors(space: VectorSpace | null): space is VectorSpace {
    return space !== null && this.keepsVectors && !this.hasVectors(space.embedderId);
  }

  /** Returns each memory's best cosine by ordinal, and `noCosine` without vectors and outside the mask. */
  cosines({ embedderId, values }: QueryVector, mask: Uint8Array): Float32Array {
    return this.vectors.get(embedderId)?.cosines(mask, values) ?? new Float32Array(mask.length).fill(noCosine);
  }

  /** Removes the memories that have expired by a time, whose rows may still be in the table. */
  expire(time: number): void {
    for (const ordinal of this.ordinals.expiredAt(time)) this.remove(ordinal);
  }

  /** Reads the vectors of one memory. */
  vectorsOf(db: DatabaseSync, embedderId: string, seq: number): VectorRow[] {
    return prepareArrays<VectorRow>(db, vectorsOf).all(this.account, seq, embedderId);
  }

  /**
   * Reads the next vectors in the table, with all vectors of each memory.
   * @param after the last memory of the slice before; 0 reads from the beginning
   * @returns also the last memory of this slice; Infinity after the last slice
   */
  vectorsAfter(db: DatabaseSync, embedderId: string, after: number): { vectors: VectorRow[]; readTo: number } {
    const read = prepareArrays<VectorRow>(db, vectorsAfter);
    const vectors = read.all(this.account, after, embedderId, this.slices.vectors);
    if (vectors.length < this.slices.vectors) return { vectors, readTo: all };
    // The last memory may have more vectors.
    const last = vectors.at(-1)?.[0] as number;
    const whole = vectors.filter(([seq]) => seq < last);
    const readTo = whole.at(-1)?.[0];
    if (readTo === undefined) return { vectors: this.vectorsOf(db, embedderId, last), readTo: last };
    return { vectors: whole, readTo };
  }

  /** Reads the words of one memory. Archived sources have none. */
  wordsOf(db: DatabaseSync, seq: number): WordsRow | undefined {
    return prepareArrays<WordsRow>(db, visibleMemory(`seq, ${wordColumns}`)).get(this.account, seq);
  }

  /**
   * Adds the next words in the table to postings.
   * @param after the last memory of the slice before; 0 reads from the beginning
   * @returns the last memory of this slice; Infinity after the last slice
   */
  addWordsAfter(db: DatabaseSync, after: number, postings: WordPostings): number {
    const rows = prepareArrays<WordsRow>(db, memoriesAfter(`seq, ${wordColumns}`)).iterate(this.account, after);
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
    const read = prepareArrays<[number: number, seq: number]>(db, changesAfter);
    const changes = read.all(this.account, this.lastChange, this.slices.changes);
    for (const seq of new Set(changes.map(([, seq]) => seq))) {
      if (this.followOne(db, seq)) continue;
      this.restart(last);
      return true;
    }
    const isLast = changes.length < this.slices.changes;
    this.lastChange = isLast ? last : (changes.at(-1)?.[0] as number);
    return isLast;
  }

  private get isHalfEmpty(): boolean {
    const vectors = [...this.vectors.values()];
    const parts = [this.words, this.features.entities, ...vectors];
    return this.ordinals.halfEmpty || parts.some(({ halfFree }) => halfFree);
  }

  /** Drops everything, so that the next slices read the table from its beginning. */
  private restart(lastChange: number): void {
    this.memoriesRead = 0;
    this.ordinals = new MemoryOrdinals(this.account);
    this.features = new MemoryFeatures();
    this.words = new WordPostings();
    this.keepsWords = true;
    this.keepsVectors = true;
    this.vectors.clear();
    this.lastChange = lastChange;
  }

  /** Returns false for a source that left the archive, because it has no ordinal in the order of writing. */
  private followOne(db: DatabaseSync, seq: number): boolean {
    // A later slice will read its state of then.
    if (seq > this.memoriesRead) return true;
    const known = this.ordinals.find(seq);
    const row = prepareArrays<MemoryRow>(db, visibleMemory(this.columns)).get(this.account, seq);
    if (!row) {
      if (known !== undefined) this.remove(known);
      return true;
    }
    if (known === undefined && !this.ordinals.isNewest(seq)) return false;
    const ordinal = this.set(row);
    for (const [embedderId, vectors] of this.vectors) {
      vectors.remove(ordinal);
      if (seq <= vectors.readTo) for (const one of this.vectorsOf(db, embedderId, seq)) vectors.add(ordinal, one);
    }
    return true;
  }

  private remove(ordinal: number): void {
    for (const vectors of this.vectors.values()) vectors.remove(ordinal);
    this.words.remove(ordinal);
    this.features.remove(ordinal);
    this.ordinals.remove(ordinal);
  }

  private get columns(): string {
    const words = this.keepsWords ? wordColumns : "'', '', ''";
    return `${indexedColumns}, ${words}, ${featureColumns}, ${this.ordinals.columns.isUsed ? 'metadata' : "'{}'"}`;
  }

  private readMemories(db: DatabaseSync): void {
    const rows = prepareArrays<MemoryRow>(db, memoriesAfter(this.columns)).iterate(this.account, this.memoriesRead);
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

  private readVectors(db: DatabaseSync, { embedderId, dimensions }: VectorSpace): void {
    const kept = findOrAdd(this.vectors, embedderId, () => new IndexedVectors(dimensions));
    const { vectors, readTo } = this.vectorsAfter(db, embedderId, kept.readTo);
    for (const vector of vectors) {
      const ordinal = this.ordinals.find(vector[0]);
      if (ordinal !== undefined) kept.add(ordinal, vector);
    }
    kept.readTo = readTo;
  }
}
