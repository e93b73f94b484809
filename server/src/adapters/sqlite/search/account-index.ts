import type { DatabaseSync } from 'node:sqlite';
import { findOrAdd } from '../../../lib/find-or-add.ts';
import { bytesOf } from '../../../lib/typed-arrays.ts';
import { prepare } from '../connection/open-database.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { all, type IndexPart, takeSlice, usualSlices, VectorPart } from './index-parts.ts';
import { type IndexedColumns, indexedColumns, MemoryOrdinals } from './memory-ordinals.ts';
import { changesAfter, memoriesAfter, rangeOfChanges, visibleMemory, wordColumns } from './statements.ts';
import { WordPostings, type Words } from './word-postings.ts';

export type VectorSpace = { embedderId: string; dimensions: number };

/** The row of a memory. The words are empty unless the index contains them. */
type MemoryRow = [...IndexedColumns, ...Words, metadata: string];
const wordsAt = 17;

/** Contains an account's ordinals and, within the budget, words and vectors. It follows the table in slices. */
export class AccountIndex {
  readonly account: number;
  readonly slices: typeof usualSlices;
  /** The size that {@link AccountIndexes} measured last, in bytes. */
  measuredBytes = 0;
  users = 0;
  /** Whether it alone exceeds the budget with its words, vectors and metadata columns. */
  isTooLarge = false;
  /** Replaced when the table is read again, because then all of them change. */
  ordinals: MemoryOrdinals;
  words = new WordPostings();
  /** By embedder. There are several only while another embedder takes the place of one. */
  private readonly vectors = new Map<string, VectorPart>();
  /** The parts that follow the table, also those beyond the budget that a running search reads. */
  private readonly parts = new Set<IndexPart>([this.words]);
  /** The number of the last change that was applied, and -1 before the first read. */
  private lastChange = -1;
  private memoriesRead = 0;
  private keepsVectors = true;

  constructor(account: number, slices = usualSlices) {
    this.account = account;
    this.slices = slices;
    this.ordinals = new MemoryOrdinals(account);
  }

  get bytes(): number {
    return this.ordinals.bytes + this.words.bytes + bytesOf([...this.matrices]);
  }

  private get matrices() {
    return this.vectors.values().map(({ matrix }) => matrix);
  }

  private get keepsWords(): boolean {
    return this.parts.has(this.words);
  }

  get hasWords(): boolean {
    return this.keepsWords && this.memoriesRead === all;
  }

  vectorsOf(embedderId: string): VectorPart | undefined {
    const vectors = this.vectors.get(embedderId);
    return vectors?.readTo === all ? vectors : undefined;
  }

  get isWhole(): boolean {
    return this.keepsVectors && this.keepsWords && this.ordinals.metadata.isKept;
  }

  /** Drops the metadata columns, then the vectors, then the words. Returns false if there is nothing left to drop. */
  dropPart(): boolean {
    if (this.ordinals.metadata.isUsed) this.ordinals.metadata.drop();
    else if (this.vectors.size > 0) this.dropVectors();
    else if (this.keepsWords) this.dropWords();
    else return false;
    return true;
  }

  dropWords(): void {
    this.parts.delete(this.words);
    this.words = new WordPostings();
  }

  dropVectors(): void {
    this.keepsVectors = false;
    for (const part of this.vectors.values()) this.parts.delete(part);
    this.vectors.clear();
  }

  /** Reads the next slice in the open transaction, within the budget. Returns whether the index has that state. */
  advance(db: DatabaseSync, space: VectorSpace | null): boolean {
    if (!this.follow(db)) return false;
    const isKept = space !== null && this.keepsVectors;
    const vectors = isKept ? findOrAdd(this.vectors, space.embedderId, () => new VectorPart(space)) : null;
    if (vectors) this.parts.add(vectors);
    if (this.memoriesRead < all) this.readMemories(db);
    else if (vectors && vectors.readTo < all) vectors.readNext(db, this);
    return this.memoriesRead === all && (vectors === null || vectors.readTo === all);
  }

  /** Reads parts, which follow the table until then. Returns undefined if one was dropped, or the table read again. */
  *withParts<Result>(db: DatabaseSync, parts: readonly IndexPart[], use: () => Result): Steps<Result | undefined> {
    const added = parts.filter((part) => !this.parts.has(part));
    for (const part of added) this.parts.add(part);
    try {
      for (const part of parts) while (this.parts.has(part) && !this.advancePart(db, part)) yield;
      return parts.every((part) => this.parts.has(part)) ? use() : undefined;
    } finally {
      for (const part of added) this.parts.delete(part);
    }
  }

  private advancePart(db: DatabaseSync, part: IndexPart): boolean {
    if (!this.advance(db, null)) return false;
    if (part.readTo < all) part.readNext(db, this);
    return part.readTo === all;
  }

  /** Removes the memories that have expired by a time, whose rows may still be in the table. */
  expire(time: number): void {
    for (const ordinal of this.ordinals.expiredAt(time)) this.remove(ordinal);
  }

  /** Returns false if there are more changes to apply. */
  private follow(db: DatabaseSync): boolean {
    const [first, last] = prepare<[number | null, number]>(db, rangeOfChanges).get() as [number | null, number];
    if (this.lastChange === last) return true;
    const isForgotten = first !== null && first > this.lastChange + 1;
    const isHalfFree = [this.ordinals, this.words, ...this.matrices].some(({ halfFree }) => halfFree);
    const canFollow = this.lastChange >= 0 && !isForgotten && !isHalfFree;
    const read = prepare<[number: number, seq: number]>(db, changesAfter);
    const changes = canFollow ? read.all(this.account, this.lastChange, this.slices.changes) : [];
    const seqs = new Set(changes.map(([, seq]) => seq));
    if (!canFollow || !seqs.values().every((seq) => this.followOne(db, seq))) {
      this.restart(last);
      return true;
    }
    const isLast = changes.length < this.slices.changes;
    this.lastChange = isLast ? last : (changes.at(-1)?.[0] as number);
    return isLast;
  }

  /** Drops everything, so that the next slices read the table from its beginning. */
  private restart(lastChange: number): void {
    this.memoriesRead = 0;
    this.ordinals = new MemoryOrdinals(this.account);
    this.words = new WordPostings();
    this.vectors.clear();
    this.keepsVectors = true;
    this.parts.clear();
    this.parts.add(this.words);
    this.lastChange = lastChange;
  }

  /** Returns false for a source that left the archive, because it has no ordinal in the order of writing. */
  private followOne(db: DatabaseSync, seq: number): boolean {
    // A later slice will read its state of then.
    if (seq > this.memoriesRead) return true;
    const known = this.ordinals.find(seq);
    const row = prepare<MemoryRow>(db, visibleMemory(this.columns)).get(this.account, seq);
    if (!row) {
      if (known !== undefined) this.remove(known);
      return true;
    }
    if (known === undefined && !this.ordinals.isNewest(seq)) return false;
    const ordinal = this.set(row);
    for (const part of this.parts) {
      if (part === this.words) continue;
      part.remove(ordinal);
      if (seq <= part.readTo) part.readOne(db, this, ordinal);
    }
    return true;
  }

  private remove(ordinal: number): void {
    for (const part of this.parts) part.remove(ordinal);
    this.ordinals.remove(ordinal);
  }

  private get columns(): string {
    const words = this.keepsWords ? wordColumns : "'', '', ''";
    return `${indexedColumns}, ${words}, ${this.ordinals.metadata.isUsed ? 'metadata' : "'{}'"}`;
  }

  private readMemories(db: DatabaseSync): void {
    const rows = prepare<MemoryRow>(db, memoriesAfter(this.columns)).iterate(this.account, this.memoriesRead);
    this.memoriesRead = takeSlice(this.slices, rows, (row) => {
      this.set(row);
      return row[wordsAt].length;
    });
    this.words.readTo = this.memoriesRead;
    if (this.memoriesRead < all) return;
    this.words.compact();
    this.ordinals.entities.compact();
  }

  private set(row: MemoryRow): number {
    const ordinal = this.ordinals.set(row);
    const [words, identifiers, tagWords, metadata] = row.slice(wordsAt) as [...Words, string];
    if (this.keepsWords) this.words.set(ordinal, words, identifiers, tagWords);
    this.ordinals.metadata.set(row[0], ordinal, metadata);
    return ordinal;
  }
}
