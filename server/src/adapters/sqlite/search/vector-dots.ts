/** What a matrix hands over at once: whole rows of signed bytes, `stride` apart, the stride a multiple of 16. */
export const blockBytes = 256 * 1024;
export const strideUnit = 16;
/** Rows in a block at most: those of the smallest stride. */
const rowsMost = blockBytes / strideUnit;
const dimensionsMost = 32 * 1024;

/** Computes the dot products of one query with many rows of bytes, a block at a time. */
export interface VectorDots {
  /** Sets the query for the blocks that follow. Its length is the stride. @throws {RangeError} when it is too long */
  setQuery(query: Int16Array): void;
  /**
   * The sums for the rows of a block; those of rows that are not wanted mean nothing. Overwritten by the next call.
   * @param wanted one byte a row, 0 or 1
   */
  run(block: Int8Array, wanted: Uint8Array): Int32Array;
}

/** With 128-bit instructions where the processor has them (about ten times as fast), else in plain JavaScript. */
export function createVectorDots(): VectorDots {
  return createSimdVectorDots() ?? createPlainVectorDots();
}

export function createPlainVectorDots(): VectorDots {
  const sums = new Int32Array(rowsMost);
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

/** Where things lie in the memory of the WebAssembly module. The block comes last. */
const sumsAt = 0;
const wantedAt = sumsAt + rowsMost * Int32Array.BYTES_PER_ELEMENT;
const queryAt = wantedAt + rowsMost;
const blockAt = queryAt + dimensionsMost * Int16Array.BYTES_PER_ELEMENT;
const pageBytes = 64 * 1024;

/** undefined where the processor or the runtime lacks the instructions. */
export function createSimdVectorDots(): VectorDots | undefined {
  const code = assemble();
  if (!WebAssembly.validate(code)) return undefined;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((blockAt + blockBytes) / pageBytes) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { m: { m: memory } });
  const compute = instance.exports['f'] as (rows: number, stride: number) => void;
  const sums = new Int32Array(memory.buffer, sumsAt, rowsMost);
  const wantedBytes = new Uint8Array(memory.buffer, wantedAt, rowsMost);
  const queryValues = new Int16Array(memory.buffer, queryAt, dimensionsMost);
  const blockValues = new Int8Array(memory.buffer, blockAt, blockBytes);
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
  if (length % strideUnit !== 0 || length > dimensionsMost)
    throw new RangeError(`a query of ${length} values: must be a multiple of ${strideUnit}, at most ${dimensionsMost}`);
}

/**
 * The module, byte by byte, so that no tool is needed to build it. In the text format of WebAssembly:
 *
 *     (import "m" "m" (memory 1))
 *     (func (export "f") (param $rows i32) (param $stride i32)
 *       (local $row i32) (local $at i32) (local $end i32) (local $query i32) (local $low v128) (local $high v128)
 *       (loop $nextRow
 *         (if (i32.load8_u offset=wantedAt (local.get $row)) (then
 *           $at = $row * $stride; $end = $at + $stride; $query = 0; $low = 0; $high = 0
 *           (loop $nextValues
 *             $low += i32x4.dot_i16x8_s(v128.load8x8_s offset=blockAt $at, v128.load offset=queryAt $query)
 *             $high += i32x4.dot_i16x8_s(v128.load8x8_s offset=blockAt+8 $at, v128.load offset=queryAt+16 $query)
 *             $query += 32; $at += 16
 *             (br_if $nextValues (i32.lt_u $at $end)))
 *           (i32.store offset=sumsAt ($row << 2) (the four lanes of $low + $high, added))))
 *         $row += 1
 *         (br_if $nextRow (i32.lt_u $row $rows))))
 */
function assemble(): Uint8Array<ArrayBuffer> {
  const [rows, stride, row, at, end, query, low, high] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const i32 = 0x7f;
  const v128 = 0x7b;
  const noResult = 0x40;
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const tee = (local: number) => [0x22, local];
  const constant = (value: number) => [0x41, ...signed(value)];
  const add = 0x6a;
  const multiply = 0x6c;
  const shiftLeft = 0x74;
  const isLess = 0x49;
  const loop = [0x03, noResult];
  const ifTrue = [0x04, noResult];
  const repeatIf = [0x0d, 0];
  const close = 0x0b;
  const byteAt = (offset: number) => [0x2d, 0, ...unsigned(offset)];
  const storeAt = (offset: number) => [0x36, 2, ...unsigned(offset)];
  const simd = (operation: number) => [0xfd, ...unsigned(operation)];
  const loadAt = (offset: number) => [...simd(0x00), 0, ...unsigned(offset)];
  const loadBytesAt = (offset: number) => [...simd(0x01), 0, ...unsigned(offset)];
  const zeros = [...simd(0x0c), ...new Array<number>(16).fill(0)];
  const dot = simd(0xba);
  const addLanes = simd(0xae);
  const lane = (number: number) => [...simd(0x1b), number];
  const accumulate = (sum: number, bytes: number) => [
    ...get(sum),
    ...[...get(at), ...loadBytesAt(blockAt + bytes)],
    ...[...get(query), ...loadAt(queryAt + 2 * bytes)],
    ...[...dot, ...addLanes, ...set(sum)],
  ];
  const increase = (local: number, by: number) => [...get(local), ...constant(by), add, ...tee(local)];
  const body = [
    ...[2, 4, i32, 2, v128],
    ...loop,
    ...[...get(row), ...byteAt(wantedAt), ...ifTrue],
    ...[...get(row), ...get(stride), multiply, ...tee(at), ...get(stride), add, ...set(end)],
    ...[...constant(0), ...set(query), ...zeros, ...set(low), ...zeros, ...set(high)],
    ...loop,
    ...accumulate(low, 0),
    ...accumulate(high, 8),
    ...[...get(query), ...constant(32), add, ...set(query)],
    ...[...increase(at, 16), ...get(end), isLess, ...repeatIf, close],
    ...[...get(low), ...get(high), ...addLanes, ...set(low)],
    ...[...get(row), ...constant(2), shiftLeft],
    ...[
      ...get(low),
      ...lane(0),
      ...get(low),
      ...lane(1),
      add,
      ...get(low),
      ...lane(2),
      add,
      ...get(low),
      ...lane(3),
      add,
    ],
    ...[...storeAt(sumsAt), close],
    ...[...increase(row, 1), ...get(rows), isLess, ...repeatIf, close],
    close,
  ];
  const section = (id: number, content: number[]) => [id, ...unsigned(content.length), ...content];
  const name = (letter: string) => [1, letter.charCodeAt(0)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, i32, i32, 0]),
    ...section(2, [1, ...name('m'), ...name('m'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('f'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** LEB128 of a small number that is not negative. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}
