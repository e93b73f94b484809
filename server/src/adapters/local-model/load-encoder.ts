import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import {
  dimensions,
  maxTokens,
  modelUrl,
  stopPiecesUrl,
  tokenizerUrl,
  tokenProjectionUrl,
  tokenVectors,
  files as vendoredFiles,
  wasmRuntime,
} from '@mnema/model-bge-small-en';
import { messageOf } from '../../lib/message-of.ts';
import type { Embedding } from '../../ports/embedder.ts';
import type { RuntimeChoice, RuntimeName } from './encoder-messages.ts';
import type { RunLimits } from './encoder-queue.ts';
import {
  importNativeRuntime,
  importWasmRuntime,
  type OnnxModule,
  type OnnxSession,
  openModel,
} from './onnx-runtimes.ts';

export interface Encoder {
  readonly runtime: RuntimeName;
  readonly fallbackReason: string | null;
  readonly limits: RunLimits;
  readonly tokenise: Tokenise;
  encode(tokenLists: readonly (readonly number[])[]): Promise<Embedding[]>;
  wordsOf(tokens: readonly number[]): string[];
  release(): Promise<void>;
}

/** A run takes 20–35 ms on a slow core, or 50–125 ms with WebAssembly. Larger ones make queries wait for little. */
const runLimits: Record<RuntimeName, RunLimits> = {
  native: { maxTexts: 8, maxTokens: 128 },
  wasm: { maxTexts: 4, maxTokens: 64 },
};

/** Loads the native runtime, or WebAssembly if that fails and the choice is `auto`. @throws for a wrong hash, too */
export async function loadEncoder(
  choice: RuntimeChoice,
  imports: Record<RuntimeName, () => Promise<OnnxModule>> = { native: importNativeRuntime, wasm: importWasmRuntime },
  files: readonly HashedFile[] = vendoredFiles,
): Promise<Encoder> {
  const verify = (...urls: URL[]) => verifyFiles(files.filter(({ url }) => urls.includes(url)));
  verify(modelUrl, tokenizerUrl, tokenProjectionUrl, stopPiecesUrl);
  const { tokenise, pieceOf } = await createTokenizer();
  const stopPieces = readStopPieces();
  const wordsOf = (tokens: readonly number[]) => wordsAround(tokens.map(pieceOf), meaningfulTokens(tokens, stopPieces));
  const open = async (runtime: RuntimeName, fallbackReason: string | null): Promise<Encoder> => {
    if (runtime === 'wasm') verify(wasmRuntime.moduleUrl, wasmRuntime.loaderUrl, wasmRuntime.binaryUrl);
    const module = await imports[runtime]();
    const session = await openModel(module, runtime, modelUrl);
    const projection = await openModel(module, runtime, tokenProjectionUrl);
    const encode = async (tokenLists: readonly (readonly number[])[]): Promise<Embedding[]> => {
      const state = await runModel(module, session, tokenLists);
      const positions = tokenLists.map((tokens) => meaningfulTokens(tokens, stopPieces));
      const vectors = await projectTokens(module, projection, state, positions);
      return vectors.map((tokens, row) => ({ vector: vectorOf(state, row), tokens }));
    };
    const release = async () => {
      await projection.release();
      await session.release();
    };
    // The first run is slow, and it also shows whether the runtime works.
    await encode([tokenise('ready')]);
    return { runtime, fallbackReason, limits: runLimits[runtime], tokenise, encode, wordsOf, release };
  };
  if (choice !== 'auto') return open(choice, null);
  try {
    return await open('native', null);
  } catch (error) {
    const reason = messageOf(error);
    return open('wasm', reason).catch((wasmError: unknown) => {
      throw new Error(`No runtime loads. Native: ${reason}. WebAssembly: ${messageOf(wasmError)}`, {
        cause: wasmError,
      });
    });
  }
}

type HashedFile = { readonly url: URL; readonly sha256: string };

const reinstallModel =
  'install the package @mnema/model-bge-small-en again (in a checkout: restore its files with git)';

/** The size of a part of a file that stays in the processor's cache until it is hashed. */
const pieceBytes = 256 * 1024;

/** Compares files with their hashes. It reads synchronously. @throws {Error} names each file that differs, and the fix */
export function verifyFiles(files: readonly HashedFile[]): void {
  const faults = files.flatMap((file) => {
    const fault = faultOf(file);
    return fault ? `${fileURLToPath(file.url)} is ${fault}` : [];
  });
  if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${reinstallModel}`);
}

function faultOf({ url, sha256 }: HashedFile): 'missing' | 'changed' | 'unreadable' | undefined {
  try {
    return hashOf(url) === sha256 ? undefined : 'changed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

/** Hashes a file in parts, which takes half the time of reading it as a whole. */
function hashOf(url: URL): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes);
  const file = openSync(url, 'r');
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}

/** Runs the model once over token lists, each a row. Shorter lists are padded to the longest. */
async function runModel(module: OnnxModule, session: OnnxSession, tokenLists: readonly (readonly number[])[]) {
  const rows = tokenLists.length;
  const columns = Math.max(...tokenLists.map((tokens) => tokens.length));
  const inputIds = new BigInt64Array(rows * columns);
  const attentionMask = new BigInt64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const tokens = tokenLists[row] as readonly number[];
    for (let column = 0; column < tokens.length; column++) {
      inputIds[row * columns + column] = BigInt(tokens[column] as number);
      attentionMask[row * columns + column] = 1n;
    }
  }
  const shape = [rows, columns];
  const output = await session.run({
    input_ids: new module.Tensor('int64', inputIds, shape),
    attention_mask: new module.Tensor('int64', attentionMask, shape),
    token_type_ids: new module.Tensor('int64', new BigInt64Array(rows * columns), shape),
  });
  const hidden = output.last_hidden_state?.data;
  if (!(hidden instanceof Float32Array) || hidden.length !== rows * columns * dimensions) {
    throw new Error('the model returned an output of an unexpected type or shape');
  }
  return { values: hidden, columns };
}

function vectorOf({ values, columns }: HiddenState, row: number): Float32Array {
  const start = row * columns * dimensions;
  const vector = values.slice(start, start + dimensions);
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) throw new Error('the model returned a vector of length 0');
  return vector.map((value) => value / length);
}

/** Maps a text to its token ids with [CLS] and [SEP], cut off at the limit of the model. */
export type Tokenise = (text: string) => number[];

/** Prefixes of a text are tokenised in this order until there are enough tokens. The last one limits the time. */
const characterLimits = [3_000, 12_000];

export async function createTokenizer(): Promise<{ tokenise: Tokenise; pieceOf: (token: number) => string }> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(tokenizerUrl, 'utf8')) as object, {});
  const tokenise: Tokenise = (text) => {
    const trimmed = text.trim();
    let ids: number[] = [];
    for (const limit of characterLimits) {
      ids = tokenizer.encode(trimmed.slice(0, limit)).ids;
      if (ids.length >= maxTokens || trimmed.length <= limit) break;
    }
    if (ids.length <= maxTokens) return ids;
    const separator = ids.at(-1) as number;
    return [...ids.slice(0, maxTokens - 1), separator];
  };
  return { tokenise, pieceOf: (token) => tokenizer.id_to_token(token) ?? '' };
}

/** The state of the model after a run: rows of equally many columns, `dimensions` values for each token. */
export type HiddenState = { values: Float32Array; columns: number };

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
async function projectTokens(
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
