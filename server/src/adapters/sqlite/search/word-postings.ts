import type { DatabaseSync } from 'node:sqlite';
import { bytesOf, growAll, grown, largest } from '../../../lib/typed-arrays.ts';
import { prepare } from '../connection/open-database.ts';
import { type Index, type IndexPart, takeSlice } from './index-parts.ts';
import { PostingLists } from './posting-lists.ts';
import { memoriesAfter, visibleMemory, wordColumns } from './statements.ts';
import { TermDictionary } from './term-dictionary.ts';

const k1 = 1.2;
const b = 0.75;
/** The weight of a word that more than half of the memories hold. */
const minWeight = 1e-6;
/** The maximum count of a word in a memory. Higher counts are cut to it. */
const maxCount = 2 ** 15 - 1;

export type Words = [words: string, identifiers: string, tagWords: string];

/** The scores of one selection by ordinal. All selections share them, because each ends before the next begins. */
let sharedScores = new Float64Array(0);

/** Contains the words, identifiers and tag words of memories. No identifier is like a word, so both are words here. */
export class WordPostings implements IndexPart {
  readTo = 0;
  memories = 0;
  private words = 0;
  private readonly dictionary = new TermDictionary();
  /** Whether it contains only the words of the vocabulary. */
  private readonly isClosed: boolean;
  private readonly separator: string;
  /** The postings of each term, with `count * 2 + isTagged`. */
  private readonly lists = new PostingLists();
  private readonly columns = {
    lengths: new Int32Array(0),
    /** One more than the position of each memory's first term; 0 without a memory. */
    firstTerms: new Int32Array(0),
    termCounts: new Int32Array(0),
  };
  private terms = new Int32Array(0);
  private usedTerms = 0;
  private freeTerms = 0;
  /** The numbers of the terms in the memory that is being added, and these terms. */
  private numbers = new Int32Array(0);
  private readonly found: number[] = [];

  /** @param options.vocabulary the only words to store; without it all words are stored */
  constructor({ vocabulary, separator = ' ' }: { vocabulary?: readonly string[]; separator?: string } = {}) {
    for (const word of vocabulary ?? []) this.dictionary.add(word);
    this.isClosed = vocabulary !== undefined;
    this.separator = separator;
  }

  get bytes(): number {
    return bytesOf(this) + bytesOf(this.columns);
  }

  get halfFree(): boolean {
    return this.freeTerms * 2 > this.usedTerms + 10_000;
  }

  readNext(db: DatabaseSync, index: Index): void {
    const read = prepare<[seq: number, ...Words]>(db, memoriesAfter(`seq, ${wordColumns}`));
    this.readTo = takeSlice(index.slices, read.iterate(index.ordinals.account, this.readTo), ([seq, ...words]) => {
      const ordinal = index.ordinals.find(seq);
      if (ordinal !== undefined) this.set(ordinal, ...words);
      return words[0].length;
    });
  }

  readOne(db: DatabaseSync, { ordinals }: Index, ordinal: number): void {
    const row = prepare<Words>(db, visibleMemory(wordColumns)).get(ordinals.account, ordinals.seqAt(ordinal));
    if (row) this.set(ordinal, ...row);
  }

  /** Frees the space that is left over after many memories were added. */
  compact(): void {
    this.lists.compact();
    this.terms = this.terms.slice(0, this.usedTerms);
  }

  set(ordinal: number, words: string, identifiers = '', tagWords = ''): void {
    this.remove(ordinal);
    const length = this.count(words, false) + this.count(identifiers, false) + this.count(tagWords, true);
    const first = this.usedTerms;
    this.usedTerms += this.found.length;
    this.terms = grown(this.terms, this.usedTerms);
    for (let at = 0; at < this.found.length; at++) {
      const term = this.found[at] as number;
      this.lists.add(term, ordinal, this.numbers[term] as number);
      this.terms[first + at] = term;
      this.numbers[term] = 0;
    }
    if (ordinal >= this.columns.lengths.length) growAll(this.columns, ordinal + 1);
    this.columns.firstTerms[ordinal] = first + 1;
    this.columns.termCounts[ordinal] = this.found.length;
    this.columns.lengths[ordinal] = length;
    this.found.length = 0;
    this.memories++;
    this.words += length;
  }

  remove(ordinal: number): void {
    const { lengths, firstTerms, termCounts } = this.columns;
    const first = (firstTerms[ordinal] ?? 0) - 1;
    if (first < 0) return;
    const count = termCounts[ordinal] as number;
    for (let at = first; at < first + count; at++) this.lists.remove(this.terms[at] as number, ordinal);
    firstTerms[ordinal] = 0;
    this.freeTerms += count;
    this.memories--;
    this.words -= lengths[ordinal] as number;
  }

  /** Counts the memories in the mask, or all, whose text or tags contain each of the words. */
  frequencies(words: readonly string[], mask: Uint8Array | null): number[] {
    return words.map((word) => {
      const term = this.dictionary.find(word);
      return mask ? this.countWithin(term, mask) : this.lists.lengthOf(term);
    });
  }

  private countWithin(term: number, mask: Uint8Array): number {
    const { ordinals } = this.lists;
    const start = this.lists.startOf(term);
    const end = start + this.lists.lengthOf(term);
    let memories = 0;
    for (let at = start; at < end; at++) if (mask[ordinals[at] as number] === 1) memories++;
    return memories;
  }

  /** Returns `count * 2 + isTagged` for each word of the first of ascending ordinals, then of the second, and so on. */
  numbersIn(ordinals: Int32Array, words: readonly string[]): Uint16Array {
    const found = new Uint16Array(ordinals.length * words.length);
    for (let word = 0; word < words.length; word++) {
      const term = this.dictionary.find(words[word] as string);
      this.lists.copyNumbers(term, ordinals, found.subarray(word), words.length);
    }
    return found;
  }

  /** Returns the memories in the mask that BM25 over all memories ranks first; of equal ones, the newest. */
  best(words: readonly string[], limit: number, mask: Uint8Array): number[] {
    sharedScores = grown(sharedScores, mask.length);
    const scores = sharedScores.subarray(0, mask.length).fill(0);
    for (const word of words) this.addScores(scores, this.dictionary.find(word), mask);
    return largest(scores, limit, 0);
  }

  private addScores(scores: Float64Array, term: number, mask: Uint8Array): void {
    const { ordinals, numbers } = this.lists;
    const { lengths } = this.columns;
    const start = this.lists.startOf(term);
    const length = this.lists.lengthOf(term);
    const idf = Math.log((this.memories - length + 0.5) / (length + 0.5));
    const weight = idf > 0 ? idf : minWeight;
    const averageLength = this.words / this.memories;
    for (let at = start; at < start + length; at++) {
      const ordinal = ordinals[at] as number;
      if (mask[ordinal] !== 1) continue;
      const number = numbers[at] as number;
      const count = (number >>> 1) + (number & 1);
      const share = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * (lengths[ordinal] as number)) / averageLength));
      scores[ordinal] = (scores[ordinal] as number) + weight * share;
    }
  }

  /** Counts the words of a text, or marks them as tags. Returns how many there are. */
  private count(text: string, isTags: boolean): number {
    let length = 0;
    for (let from = 0; from < text.length; ) {
      const end = text.indexOf(this.separator, from);
      const to = end === -1 ? text.length : end;
      const term = this.isClosed ? this.dictionary.find(text, from, to) : this.dictionary.add(text, from, to);
      from = to + 1;
      length++;
      if (term === -1) continue;
      if (term >= this.numbers.length) this.numbers = grown(this.numbers, term + 1);
      const number = this.numbers[term] as number;
      if (number === 0) this.found.push(term);
      if (isTags) this.numbers[term] = number | 1;
      else if (number < maxCount * 2) this.numbers[term] = number + 2;
    }
    return length;
  }
}
