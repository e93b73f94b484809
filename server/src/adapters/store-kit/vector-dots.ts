import { readFileSync } from 'node:fs';

/** The size of a block of whole rows of signed bytes, `stride` apart; the stride is a multiple of `strideUnit`. */
export const blockBytes = 256 * 1024;
export const strideUnit = 16;
const maxRows = blockBytes / strideUnit;
const maxDimensions = 32 * 1024;

/**
 * Computes the dot products of a query, whose length is the stride, with the rows of a block. The next call overwrites
 * them. The products of rows whose byte in `wanted` is 0 are undefined. @throws {RangeError} for a wrong length
 */
export type VectorDots = (query: Int16Array, block: Int8Array, wanted: Uint8Array) => Int32Array;

/** Uses 128-bit instructions, about ten times as fast as plain JavaScript, where the processor has them. */
export function createVectorDots(): VectorDots {
  return createSimdVectorDots() ?? createPlainVectorDots();
}

export function createPlainVectorDots(): VectorDots {
  const sums = new Int32Array(maxRows);
  return (query, block, wanted) => {
    checkLength(query);
    const stride = query.length;
    for (let row = 0; row < wanted.length; row++) {
      if (wanted[row] === 0) continue;
      const start = row * stride;
      let even = 0;
      let odd = 0;
      // With a single sum, every addition would wait for the previous one.
      for (let at = 0; at < stride; at += 2) {
        even += (block[start + at] as number) * (query[at] as number);
        odd += (block[start + at + 1] as number) * (query[at + 1] as number);
      }
      sums[row] = even + odd;
    }
    return sums;
  };
}

/** Declares the part of the standard API used here, which the type definitions of Node.js lack. */
declare const WebAssembly: {
  validate(code: Uint8Array<ArrayBuffer>): boolean;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

/** The offsets in the memory of the WebAssembly module, as in vector-dots.wat. The block comes last. */
const sumsOffset = 0;
const wantedOffset = sumsOffset + maxRows * Int32Array.BYTES_PER_ELEMENT;
const queryOffset = wantedOffset + maxRows;
const blockOffset = queryOffset + maxDimensions * Int16Array.BYTES_PER_ELEMENT;
const pageBytes = 64 * 1024;

/** Returns undefined if the processor or the runtime lacks the instructions. */
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
  return (query, block, wanted) => {
    checkLength(query);
    queryValues.set(query);
    wantedBytes.set(wanted);
    // With the copy, one small memory serves all matrices. It costs less than reading the rows.
    blockValues.set(block);
    if (wanted.length > 0) compute(wanted.length, query.length);
    return sums;
  };
}

function checkLength({ length }: Int16Array): void {
  if (length % strideUnit !== 0 || length > maxDimensions)
    throw new RangeError(`a query of ${length} values: must be a multiple of ${strideUnit}, at most ${maxDimensions}`);
}
