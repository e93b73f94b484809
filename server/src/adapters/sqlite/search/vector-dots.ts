import { readFileSync } from 'node:fs';

/** A block holds whole rows of signed bytes, `stride` apart; the stride is a multiple of 16. */
export const blockBytes = 256 * 1024;
export const strideUnit = 16;
/** The most rows in a block: those of the smallest stride. */
const maxRows = blockBytes / strideUnit;
const maxDimensions = 32 * 1024;

/** Computes the dot products of one query with many rows of bytes, a block at a time. */
export interface VectorDots {
  /** Sets the query for the blocks that follow. Its length is the stride. @throws {RangeError} when it is too long */
  setQuery(query: Int16Array): void;
  /**
   * The sums for the rows of a block; those of unwanted rows mean nothing. Overwritten by the next call.
   * @param wanted one byte a row, 0 or 1
   */
  run(block: Int8Array, wanted: Uint8Array): Int32Array;
}

/** With 128-bit instructions where the processor has them (about ten times as fast), else in plain JavaScript. */
export function createVectorDots(): VectorDots {
  return createSimdVectorDots() ?? createPlainVectorDots();
}

export function createPlainVectorDots(): VectorDots {
  const sums = new Int32Array(maxRows);
  let query: Int16Array = new Int16Array(0);
  return {
    setQuery(next) {
      checkLength(next);
      query = next;
    },
    run(block, wanted) {
      const stride = query.length;
      for (let row = 0; row < wanted.length; row++) {
        if (wanted[row] === 0) continue;
        const start = row * stride;
        let even = 0;
        let odd = 0;
        // Two sums: with one, every addition would wait for the one before.
        for (let at = 0; at < stride; at += 2) {
          even += (block[start + at] as number) * (query[at] as number);
          odd += (block[start + at + 1] as number) * (query[at + 1] as number);
        }
        sums[row] = even + odd;
      }
      return sums;
    },
  };
}

/** The part of the standard API used here; the type definitions of Node.js leave it to those of browsers. */
declare const WebAssembly: {
  validate(code: Uint8Array<ArrayBuffer>): boolean;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

/** Offsets in the memory of the WebAssembly module, as vector-dots.wat has them. The block comes last. */
const sumsOffset = 0;
const wantedOffset = sumsOffset + maxRows * Int32Array.BYTES_PER_ELEMENT;
const queryOffset = wantedOffset + maxRows;
const blockOffset = queryOffset + maxDimensions * Int16Array.BYTES_PER_ELEMENT;
const pageBytes = 64 * 1024;

/** undefined where the processor or the runtime lacks the instructions. */
export function createSimdVectorDots(): VectorDots | undefined {
  const code = Uint8Array.from(readFileSync(new URL('./vector-dots.wasm', import.meta.url)));
  if (!WebAssembly.validate(code)) return undefined;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((blockOffset + blockBytes) / pageBytes) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { vectors: { memory } });
  const compute = instance.exports['compute'] as (rows: number, stride: number) => void;
  const sums = new Int32Array(memory.buffer, sumsOffset, maxRows);
  const wantedBytes = new Uint8Array(memory.buffer, wantedOffset, maxRows);
  const queryValues = new Int16Array(memory.buffer, queryOffset, maxDimensions);
  const blockValues = new Int8Array(memory.buffer, blockOffset, blockBytes);
  let stride = 0;
  return {
    setQuery(query) {
      checkLength(query);
      queryValues.set(query);
      stride = query.length;
    },
    run(block, wanted) {
      wantedBytes.set(wanted);
      // The copy makes one small memory do for matrices of any number and size, and costs less than reading them.
      blockValues.set(block);
      if (wanted.length > 0) compute(wanted.length, stride);
      return sums;
    },
  };
}

function checkLength({ length }: Int16Array): void {
  if (length % strideUnit !== 0 || length > maxDimensions)
    throw new RangeError(`a query of ${length} values: must be a multiple of ${strideUnit}, at most ${maxDimensions}`);
}
