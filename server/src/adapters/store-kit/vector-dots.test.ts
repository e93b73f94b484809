import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { blockBytes, createPlainVectorDots, createSimdVectorDots } from './vector-dots.ts';

const simd = createSimdVectorDots();
const kinds = [['plain', createPlainVectorDots()] as const, ...(simd ? [['SIMD', simd] as const] : [])];

/** Creates rows and a query with all kinds of numbers at all positions, including the largest. */
function example(stride: number, rows: number) {
  const block = Int8Array.from({ length: rows * stride }, (_, at) => ((at * 7_919) % 255) - 127);
  const query = Int16Array.from({ length: stride }, (_, at) => ((at * 104_729) % 65_535) - 32_767);
  const sums = Array.from({ length: rows }, (_, row) => {
    return query.reduce((sum, value, at) => sum + value * (block[row * stride + at] as number), 0);
  });
  return { block, query, sums };
}

it('runs on this processor with 128-bit instructions', () => {
  expect(simd).toBeDefined();
});

it.each(kinds)('multiplies every row with the query, %s', (_, dots) => {
  for (const [stride, rows] of [
    [16, 1],
    [16, blockBytes / 16],
    [384, Math.floor(blockBytes / 384)],
    [1_536, 7],
  ] as const) {
    const { block, query, sums } = example(stride, rows);
    expect([...dots(query, block, new Uint8Array(rows).fill(1)).subarray(0, rows)]).toEqual(sums);
  }
});

it.each(kinds)('leaves out the rows that are not wanted, %s', (_, dots) => {
  const { block, query, sums } = example(32, 5);
  dots(query, new Int8Array(5 * 32), new Uint8Array(5).fill(1));
  const found = dots(query, block, Uint8Array.of(0, 1, 0, 0, 1));
  expect([...found.subarray(0, 5)]).toEqual([0, sums[1], 0, 0, sums[4]]);
});

it.each(kinds)('rejects a query that does not fill whole steps, %s', (_, dots) => {
  expect(() => dots(new Int16Array(8), new Int8Array(8), Uint8Array.of(1))).toThrow('multiple of 16');
});

it('loads the module that its text assembles to', () => {
  const script = fileURLToPath(new URL('../../../../scripts/generate-wasm.mjs', import.meta.url));
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});
