import { grown } from './grown.ts';
import { blockBytes, strideUnit, type VectorDots } from './vector-dots.ts';

/** Stands for "no vector": no cosine is that small. */
export const noCosine = -2;

/**
 * Quantised vectors of one length, each belonging to an ordinal (a small number that stands for a memory). They lie in
 * blocks, so that the matrix grows without being copied as a whole.
 */
export class VectorMatrix {
  readonly dimensions: number;
  private readonly stride: number;
  private readonly rowsPerBlock: number;
  private readonly blocks: Int8Array[] = [];
  private scales = new Float32Array(0);
  /** -1: the row is free. */
  private ordinals = new Int32Array(0);
  private rows = 0;
  private free = 0;
  private readonly wanted: Uint8Array;
  private readonly dots: VectorDots;

  constructor(dimensions: number, dots: VectorDots) {
    this.dimensions = dimensions;
    this.dots = dots;
    this.stride = strideFor(dimensions);
    this.rowsPerBlock = Math.floor(blockBytes / this.stride);
    this.wanted = new Uint8Array(this.rowsPerBlock);
  }

  get bytes(): number {
    const values = this.blocks.reduce((sum, block) => sum + block.byteLength, 0);
    return values + this.scales.byteLength + this.ordinals.byteLength;
  }

  get halfFree(): boolean {
    return this.free * 2 > this.rows + 1_000;
  }

  /** The number of the new row. Rows added one after the other have numbers one after the other. */
  add(ordinal: number, scale: number, values: Uint8Array): number {
    const row = this.rows++;
    this.scales = grown(this.scales, this.rows);
    this.ordinals = grown(this.ordinals, this.rows);
    this.scales[row] = scale;
    this.ordinals[row] = ordinal;
    const number = Math.floor(row / this.rowsPerBlock);
    const start = (row % this.rowsPerBlock) * this.stride;
    const block = this.withCapacity(number, start + this.stride);
    block.set(new Int8Array(values.buffer, values.byteOffset, values.length), start);
    return row;
  }

  remove(firstRow: number, count: number): void {
    this.ordinals.fill(-1, firstRow, firstRow + count);
    this.free += count;
  }

  /** Raises `best` to the cosine of each row whose ordinal `mask` marks with 1. */
  raise(best: Float32Array, mask: Uint8Array, query: Float32Array): void {
    const { values, scale } = toIntegers(query, this.stride);
    this.dots.setQuery(values);
    for (const [number, block] of this.blocks.entries()) {
      const first = number * this.rowsPerBlock;
      const count = Math.min(this.rowsPerBlock, this.rows - first);
      if (!this.markWanted(first, count, mask)) continue;
      const sums = this.dots.run(block.subarray(0, count * this.stride), this.wanted.subarray(0, count));
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
    // The first blocks of many small matrices would else be mostly air.
    const length = Math.max(bytes, Math.min(this.rowsPerBlock * this.stride, 2 * block.length));
    const larger = new Int8Array(length);
    larger.set(block);
    this.blocks[number] = larger;
    return larger;
  }
}

function strideFor(dimensions: number): number {
  return Math.max(1, Math.ceil(dimensions / strideUnit)) * strideUnit;
}

/**
 * The query in whole numbers as large as the sums can bear: by Cauchy and Schwarz a sum of products, whole or in part,
 * is at most the product of both lengths, and a row is no longer than 127 × √dimensions.
 */
function toIntegers(query: Float32Array, stride: number): { values: Int16Array; scale: number } {
  const length = Math.hypot(...query) || 1;
  let max = 0;
  for (const value of query) max = Math.max(max, Math.abs(value));
  const factor = Math.min(32_767 / (max || 1), 2 ** 30 / (127 * Math.sqrt(stride) * length));
  const values = new Int16Array(stride);
  for (const [at, value] of query.entries()) values[at] = Math.round(value * factor);
  return { values, scale: 1 / factor };
}
