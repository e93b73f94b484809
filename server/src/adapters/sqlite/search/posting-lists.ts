import { grown } from './grown.ts';

/**
 * Holds the postings of each term: the ordinals of the memories that hold it, ascending, each with a number. A list has
 * a segment for a power of two of postings, and moves to a larger one when it is full.
 */
export class PostingLists {
  /** The ordinals of all lists. Readers take a list's part, from {@link startOf} on. */
  ordinals = new Int32Array(0);
  /** The numbers beside the ordinals. */
  numbers = new Uint16Array(0);
  private used = 0;
  private starts = new Int32Array(0);
  private lengths = new Int32Array(0);
  /** The class of each list's segment: 0 without one, then 1 for one posting, 2 for two, 3 for four. */
  private classes = new Uint8Array(0);
  /** The starts of the segments that lists have left, by class. */
  private readonly free: number[][] = [];

  get bytes(): number {
    const lists = this.starts.byteLength + this.lengths.byteLength + this.classes.byteLength;
    return this.ordinals.byteLength + this.numbers.byteLength + lists;
  }

  startOf(term: number): number {
    return this.starts[term] ?? 0;
  }

  /** Returns the number of a term's postings. */
  lengthOf(term: number): number {
    return this.lengths[term] ?? 0;
  }

  /** Returns the number beside an ordinal, and 0 when the term has no posting of it. */
  numberOf(term: number, ordinal: number): number {
    const at = this.positionOf(term, ordinal);
    const isHeld = at < this.startOf(term) + this.lengthOf(term) && this.ordinals[at] === ordinal;
    return isHeld ? (this.numbers[at] as number) : 0;
  }

  /** Adds a posting that the term does not have. */
  add(term: number, ordinal: number, number: number): void {
    this.reserve(term);
    const end = (this.starts[term] as number) + (this.lengths[term] as number);
    const isLast = end === this.starts[term] || (this.ordinals[end - 1] as number) < ordinal;
    const at = isLast ? end : this.positionOf(term, ordinal);
    if (!isLast) this.move(at, end, at + 1);
    this.ordinals[at] = ordinal;
    this.numbers[at] = number;
    this.lengths[term] = (this.lengths[term] as number) + 1;
  }

  /** Removes a posting that the term has. */
  remove(term: number, ordinal: number): void {
    const start = this.starts[term] as number;
    const length = this.lengths[term] as number;
    const at = this.positionOf(term, ordinal);
    this.move(at + 1, start + length, at);
    this.lengths[term] = length - 1;
  }

  /** Makes sure that a term's segment has capacity for one more posting. */
  private reserve(term: number): void {
    if (term >= this.classes.length) {
      this.starts = grown(this.starts, term + 1);
      this.lengths = grown(this.lengths, term + 1);
      this.classes = grown(this.classes, term + 1);
    }
    const sizeClass = this.classes[term] as number;
    const length = this.lengths[term] as number;
    if (sizeClass > 0 && length < 1 << (sizeClass - 1)) return;
    const from = this.starts[term] as number;
    const to = this.takeSegment(sizeClass + 1);
    this.ordinals.copyWithin(to, from, from + length);
    this.numbers.copyWithin(to, from, from + length);
    if (sizeClass > 0) this.free[sizeClass]?.push(from);
    this.starts[term] = to;
    this.classes[term] = sizeClass + 1;
  }

  private takeSegment(sizeClass: number): number {
    this.free[sizeClass] ??= [];
    const left = this.free[sizeClass].pop();
    if (left !== undefined) return left;
    const start = this.used;
    this.used += 1 << (sizeClass - 1);
    this.ordinals = grown(this.ordinals, this.used);
    this.numbers = grown(this.numbers, this.used);
    return start;
  }

  /** Returns where a term's posting is, or where it would be. */
  private positionOf(term: number, ordinal: number): number {
    let low = this.startOf(term);
    let high = low + this.lengthOf(term);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ordinals[middle] as number) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private move(from: number, end: number, to: number): void {
    this.ordinals.copyWithin(to, from, end);
    this.numbers.copyWithin(to, from, end);
  }
}
