import type { ClosestTokensQuery } from '../../ports/candidate-index.ts';
import { blockBytes, createVectorDots, type VectorDots } from './vector-dots.ts';

type Rows = { memory: number; start: number; end: number };

/** The greatest cosine of a memory's tokens with each token of the query; null without tokens. */
type Best = Float32Array | null;

let dots: VectorDots | undefined;
/** It is full only between two pauses, so all comparisons of a thread share it. A new one for each would be garbage. */
let block: Int8Array<ArrayBuffer> | undefined;

/** Finds the greatest cosine of each query token with one of each memory. It pauses after every block. */
export function* closestTokens(
  { tokens, space: { dimensions, scale } }: Pick<ClosestTokensQuery, 'tokens' | 'space'>,
  memories: Iterable<Int8Array | null>,
): Generator<void, Best[]> {
  const query = Array.from({ length: tokens.length / dimensions }, (_, at) =>
    Int16Array.from(tokens.subarray(at * dimensions, (at + 1) * dimensions)),
  );
  const found: Best[] = [];
  block ??= new Int8Array(blockBytes);
  const filled = block;
  let parts: Rows[] = [];
  let rows = 0;
  const compare = () => {
    compareBlock(query, filled.subarray(0, rows * dimensions), parts, found);
    parts = [];
    rows = 0;
  };
  for (const own of memories) {
    const count = own === null ? 0 : own.length / dimensions;
    found.push(own && count > 0 ? new Float32Array(query.length) : null);
    if (own === null || count === 0) continue;
    if ((rows + count) * dimensions > blockBytes) {
      compare();
      yield;
    }
    filled.set(own, rows * dimensions);
    parts.push({ memory: found.length - 1, start: rows, end: rows + count });
    rows += count;
  }
  compare();
  for (const best of found)
    for (let at = 0; best && at < best.length; at++) best[at] = (best[at] as number) * scale ** 2;
  return found;
}

function compareBlock(query: readonly Int16Array[], block: Int8Array, parts: readonly Rows[], found: readonly Best[]) {
  if (parts.length === 0) return;
  dots ??= createVectorDots();
  const wanted = new Uint8Array(parts.at(-1)?.end ?? 0).fill(1);
  for (const [token, values] of query.entries()) {
    const products = dots(values, block, wanted);
    for (const { memory, start, end } of parts) {
      let best = products[start] as number;
      for (let row = start + 1; row < end; row++) best = Math.max(best, products[row] as number);
      (found[memory] as Float32Array)[token] = best;
    }
  }
}
