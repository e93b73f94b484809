import { readFileSync } from 'node:fs';
import { dimensions, stopPiecesUrl, tokenVectors } from '@mnema/model-bge-small-en';
import type { OnnxModule, OnnxSession } from './onnx-runtimes.ts';

/** The state of the model after a run: rows of equally many columns, `dimensions` values for each token. */
export interface HiddenState {
  values: Float32Array;
  columns: number;
}

export function readStopPieces(): ReadonlySet<number> {
  return new Set(JSON.parse(readFileSync(stopPiecesUrl, 'utf8')) as number[]);
}

/** Returns the positions of the tokens that carry meaning, within both ends. A text of stop words alone keeps them. */
export function meaningfulTokens(tokens: readonly number[], stopPieces: ReadonlySet<number>): number[] {
  const inner = [...tokens.keys()].slice(1, -1);
  const meaningful = inner.filter((position) => !stopPieces.has(tokens[position] as number));
  return meaningful.length > 0 ? meaningful : inner;
}

/** Makes token vectors, a third as long as the states and of bytes. @param positions of the tokens in each row */
export async function projectTokens(
  module: OnnxModule,
  session: OnnxSession,
  { values, columns }: HiddenState,
  positions: readonly (readonly number[])[],
): Promise<Int8Array[]> {
  const starts = positions.flatMap((inRow, row) => inRow.map((at) => (row * columns + at) * dimensions));
  if (starts.length === 0) return positions.map(() => new Int8Array());
  const hidden = new Float32Array(starts.length * dimensions);
  for (const [at, start] of starts.entries()) hidden.set(values.subarray(start, start + dimensions), at * dimensions);
  const { tokens } = await session.run({
    hidden: new module.Tensor('float32', hidden, [starts.length, dimensions]),
  });
  const all = tokens?.data;
  if (!(all instanceof Int8Array)) throw new Error('the projection returned an output of an unexpected type');
  let end = 0;
  return positions.map(({ length }) => {
    const start = end;
    end += length * tokenVectors.dimensions;
    return all.slice(start, end);
  });
}

/** Returns the word that each of these tokens is a part of. A piece that begins with `##` continues a word. */
export function wordsAround(pieces: readonly string[], positions: readonly number[]): string[] {
  const words: string[] = [];
  const wordOf = pieces.map((piece) => {
    if (piece.startsWith('##') && words.length > 0) words[words.length - 1] += piece.slice(2);
    else words.push(piece);
    return words.length - 1;
  });
  return positions.map((position) => words[wordOf[position] as number] as string);
}
