import { bytesOf, grown, positionOf } from '../../../lib/typed-arrays.ts';

/** The ascending ordinals of each term, each with a number. A full list moves to a segment of twice its capacity. */
export class PostingLists {
  /** The ordinals of all lists. Readers take the part of a list, from {@link startOf} on. */
  ordinals = new Int32Array(0);
  /** The numbers of the ordinals, in the same order. */
  numbers = new Uint16Array(0);
  private used = 0;
  private starts = new Int32Array(0);
  private lengths = new Int32Array(0);
  private capacities = new Int32Array(0);
  /** The starts of the segments that lists have left, by the exponent of their capacity. */
  private free: number[][] = [];

  get bytes(): number {
    return bytesOf(this);
  }

  startOf(term: number): number {
    return this.starts[term] ?? 0;
  }

  lengthOf(term: number): number {
    return this.lengths[term] ?? 0;
  }

  /** Copies the numbers of ascending ordinals, `stride` apart. Where the term has no posting, 0 stays. */
  copyNumbers(term: number, ordinals: Int32Array, to: Uint16Array, stride: number): void {
    let at = this.startOf(term);
    const end = at + this.lengthOf(term);
    for (let index = 0; index < ordinals.length && at < end; index++) {
      const ordinal = ordinals[index] as number;
      at = positionOf(this.ordinals, ordinal, at, end);
      if (at < end && this.ordinals[at] === ordinal) to[index * stride] = this.numbers[at] as number;
    }
  }

  /** Adds a posting that the term does not have. */
  add(term: number, ordinal: number, number: number): void {
    this.reserve(term);
    const start = this.starts[term] as number;
    const end = start + (this.lengths[term] as number);
    const isLast = end === start || (this.ordinals[end - 1] as number) < ordinal;
    const at = isLast ? end : positionOf(this.ordinals, ordinal, start, end);
    if (!isLast) this.move(at, end, at + 1);
    this.ordinals[at] = ordinal;
    this.numbers[at] = number;
    this.lengths[term] = (this.lengths[term] as number) + 1;
  }

  /** Removes a posting that the term has. */
  remove(term: number, ordinal: number): void {
    const start = this.starts[term] as number;
    const length = this.lengths[term] as number;
    const at = positionOf(this.ordinals, ordinal, start, start + length);
    this.move(at + 1, start + length, at);
    this.lengths[term] = length - 1;
  }

  /** Moves the lists together. After growing one by one, about half of the space is unused. */
  compact(): void {
    const { ordinals, numbers } = this;
    let used = 0;
    for (const length of this.lengths) used += length;
    this.ordinals = new Int32Array(used);
    this.numbers = new Uint16Array(used);
    this.used = used;
    this.free = [];
    let to = 0;
    for (const [term, length] of this.lengths.entries()) {
      const from = this.startOf(term);
      this.ordinals.set(ordinals.subarray(from, from + length), to);
      this.numbers.set(numbers.subarray(from, from + length), to);
      this.starts[term] = to;
      this.capacities[term] = length;
      to += length;
    }
  }

  private reserve(term: number): void {
    if (term >= this.capacities.length) {
      this.starts = grown(this.starts, term + 1);
      this.lengths = grown(this.lengths, term + 1);
      this.capacities = grown(this.capacities, term + 1);
    }
    const length = this.lengths[term] as number;
    if (length < (this.capacities[term] as number)) return;
    // The exponent of the smallest power of two above the length.
    const exponent = 32 - Math.clz32(length);
    const from = this.starts[term] as number;
    const to = this.takeSegment(exponent);
    this.ordinals.copyWithin(to, from, from + length);
    this.numbers.copyWithin(to, from, from + length);
    const isPowerOfTwo = length > 0 && (length & (length - 1)) === 0;
    if (isPowerOfTwo) {
      this.free[exponent - 1] ??= [];
      this.free[exponent - 1]?.push(from);
    }
    this.starts[term] = to;
    this.capacities[term] = 1 << exponent;
  }

  private takeSegment(exponent: number): number {
    const left = this.free[exponent]?.pop();
    if (left !== undefined) return left;
    const start = this.used;
    this.used += 1 << exponent;
    this.ordinals = grown(this.ordinals, this.used);
    this.numbers = grown(this.numbers, this.used);
    return start;
  }

  private move(from: number, end: number, to: number): void {
    this.ordinals.copyWithin(to, from, end);
    this.numbers.copyWithin(to, from, end);
  }
}
