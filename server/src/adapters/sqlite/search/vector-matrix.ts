import { bytesOf, grown } from '../../../lib/typed-arrays.ts';
import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import { blockBytes, createVectorDots, strideUnit } from '../../store-kit/vector-dots.ts';

export type QueryVector = NonNullable<CandidateQuery['vector']>;
export type VectorRow = [seq: number, scale: number, vector: Uint8Array];

/** The cosine of a memory without a vector. No real cosine is this small. */
export const noCosine = -2;

export function masked(cosines: Float32Array, mask: Uint8Array): Float32Array {
  const kept = new Float32Array(mask.length);
  for (let ordinal = 0; ordinal < kept.length; ordinal++)
    kept[ordinal] = mask[ordinal] === 1 ? (cosines[ordinal] as number) : noCosine;
  return kept;
}

/** The function that all matrices of a thread share, because each of them uses the sums before the next call. */
const dots = createVectorDots();

/** Contains quantized vectors of one length with the ordinals of their memories. It grows by blocks of rows. */
export class VectorMatrix {
  private readonly dimensions: number;
  private readonly stride: number;
  private readonly rowsPerBlock: number;
  private readonly blocks: Int8Array[] = [];
  private scales = new Float32Array(0);
  /** The ordinal of each row, and -1 for a free row. */
  private ordinals = new Int32Array(0);
  private firstRows = new Int32Array(0);
  private rowCounts = new Int32Array(0);
  private rows = 0;
  private free = 0;
  private readonly wanted: Uint8Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.stride = Math.max(1, Math.ceil(dimensions / strideUnit)) * strideUnit;
    this.rowsPerBlock = Math.floor(blockBytes / this.stride);
    this.wanted = new Uint8Array(this.rowsPerBlock);
  }

  get bytes(): number {
    return bytesOf(this) + bytesOf(this.blocks);
  }

  get halfFree(): boolean {
    return this.free * 2 > this.rows + 1_000;
  }

  /** All vectors of a memory are added one after the other, so their rows are adjacent. Other lengths are left out. */
  add(ordinal: number, scale: number, values: Int8Array | Uint8Array): void {
    if (values.length !== this.dimensions) return;
    const row = this.rows++;
    this.scales = grown(this.scales, this.rows);
    this.ordinals = grown(this.ordinals, this.rows);
    this.scales[row] = scale;
    this.ordinals[row] = ordinal;
    const number = Math.floor(row / this.rowsPerBlock);
    const start = (row % this.rowsPerBlock) * this.stride;
    const block = this.withCapacity(number, start + this.stride);
    block.set(new Int8Array(values.buffer, values.byteOffset, values.length), start);
    this.firstRows = grown(this.firstRows, ordinal + 1);
    this.rowCounts = grown(this.rowCounts, ordinal + 1);
    const count = this.rowCounts[ordinal] as number;
    if (count === 0) this.firstRows[ordinal] = row;
    this.rowCounts[ordinal] = count + 1;
  }

  remove(ordinal: number): void {
    const count = this.rowCounts[ordinal] ?? 0;
    if (count === 0) return;
    const first = this.firstRows[ordinal] as number;
    this.ordinals.fill(-1, first, first + count);
    this.free += count;
    this.rowCounts[ordinal] = 0;
  }

  clear(): void {
    this.rows = 0;
    this.free = 0;
    this.rowCounts.fill(0);
  }

  /** Raises `best`, by ordinal, to the cosine of each row whose ordinal is in the mask. */
  raise(best: Float32Array, mask: Uint8Array, query: Float32Array): void {
    const { values, scale } = toIntegers(query, this.stride);
    for (const [number, block] of this.blocks.entries()) {
      const first = number * this.rowsPerBlock;
      const count = Math.min(this.rowsPerBlock, this.rows - first);
      if (!this.markWanted(first, count, mask)) continue;
      const sums = dots(values, block.subarray(0, count * this.stride), this.wanted.subarray(0, count));
      for (let index = 0; index < count; index++) {
        if (this.wanted[index] === 0) continue;
        const cosine = (sums[index] as number) * (this.scales[first + index] as number) * scale;
        const ordinal = this.ordinals[first + index] as number;
        if (cosine > (best[ordinal] as number)) best[ordinal] = cosine;
      }
    }
  }

  private markWanted(first: number, count: number, mask: Uint8Array): boolean {
    let any = 0;
    for (let index = 0; index < count; index++) {
      const ordinal = this.ordinals[first + index] as number;
      const wanted = ordinal < 0 ? 0 : (mask[ordinal] as number);
      this.wanted[index] = wanted;
      any |= wanted;
    }
    return any !== 0;
  }

  private withCapacity(number: number, bytes: number): Int8Array {
    const block = this.blocks[number] ?? new Int8Array(0);
    if (bytes <= block.length) return block;
    // Blocks begin small, because many accounts have few vectors.
    const larger = new Int8Array(Math.max(bytes, Math.min(this.rowsPerBlock * this.stride, 2 * block.length)));
    larger.set(block);
    this.blocks[number] = larger;
    return larger;
  }
}

/**
 * Converts the query to the largest integers whose sums fit into 32 bits. A sum of products, complete or partial, is at
 * most the product of both lengths (Cauchy and Schwarz). A row is at most 127 × √dimensions long.
 */
function toIntegers(query: Float32Array, stride: number): { values: Int16Array; scale: number } {
  let squares = 0;
  let max = 0;
  for (const value of query) {
    squares += value * value;
    max = Math.max(max, Math.abs(value));
  }
  const length = Math.sqrt(squares) || 1;
  const factor = Math.min(32_767 / (max || 1), 2 ** 30 / (127 * Math.sqrt(stride) * length));
  const values = new Int16Array(stride);
  for (let at = 0; at < query.length; at++) values[at] = Math.round((query[at] as number) * factor);
  return { values, scale: 1 / factor };
}
