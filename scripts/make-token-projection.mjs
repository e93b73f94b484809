// Makes two files of packages/model-bge-small-en: the projection of the encoder's token vectors to fewer dimensions,
// and the pieces that carry no meaning. They follow from the model's own vocabulary; no other text takes part. Run it
// after a change of the model or of the stop words, then update index.js and PROVENANCE.md.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  dimensions,
  modelUrl,
  stopPiecesUrl,
  tokenizerUrl,
  tokenProjectionUrl,
  tokenVectors,
} from '../packages/model-bge-small-en/index.js';
import { createTokenizer } from '../server/src/adapters/local-model/load-encoder.ts';
import { importNativeRuntime, openModel } from '../server/src/adapters/local-model/onnx-runtimes.ts';
import { stopWords } from '../server/src/domain/text/stop-words.ts';
import { constant, signedByte, step, toOnnxFile } from './model/onnx-file.mjs';
import { principalAxes } from './model/principal-axes.mjs';

/** Common and rarer English words, by their number in the vocabulary, which is in the order of frequency. */
const vocabularyRange = { from: 1_997, to: 14_000 };
const wordsInText = 8;

const { vocab } = JSON.parse(readFileSync(tokenizerUrl, 'utf8')).model;
const stopPieces = Object.entries(vocab)
  .filter(([piece]) => isMeaningless(piece))
  .map(([, id]) => id)
  .sort((a, b) => a - b);
write(stopPiecesUrl, `${JSON.stringify(stopPieces)}\n`);
write(tokenProjectionUrl, projectionFile(principalAxes(await sampleVectors(), tokenVectors.dimensions)));

/** Whether a piece is a mark, a sign of the model, a single Latin letter or a stop word. */
function isMeaningless(piece) {
  const text = piece.replace(/^##/, '');
  if (!/[\p{L}\p{N}]/u.test(text) || /^\[.*\]$/.test(piece)) return true;
  return !piece.startsWith('##') && (stopWords.has(text) || /^[a-z]$/.test(text));
}

/** Returns the unit vectors of the words of the vocabulary, in texts of a few words in a fixed random order. */
async function sampleVectors() {
  const texts = sampleTexts();
  const stop = new Set(stopPieces);
  const runtime = await importNativeRuntime();
  const session = await openModel(runtime, 'native', modelUrl);
  const { tokenise } = await createTokenizer();
  const found = [];
  for (const text of texts) {
    const ids = tokenise(text);
    const shape = [1, ids.length];
    const whole = (values) => new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), shape);
    const { last_hidden_state } = await session.run({
      input_ids: whole(ids),
      attention_mask: whole(ids.map(() => 1)),
      token_type_ids: whole(ids.map(() => 0)),
    });
    for (let at = 1; at < ids.length - 1; at++) {
      if (stop.has(ids[at])) continue;
      const vector = last_hidden_state.data.subarray(at * dimensions, (at + 1) * dimensions);
      const length = Math.hypot(...vector);
      found.push(Float64Array.from(vector, (value) => value / length));
    }
  }
  return found;
}

function sampleTexts() {
  const words = Object.entries(vocab)
    .filter(([piece, id]) => /^[a-z]{3,}$/.test(piece) && id >= vocabularyRange.from && id < vocabularyRange.to)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
  let seed = 7;
  for (let at = words.length - 1; at > 0; at--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = Math.floor((seed / 2_147_483_648) * (at + 1));
    [words[at], words[other]] = [words[other], words[at]];
  }
  const texts = [];
  for (let start = 0; start + wordsInText <= words.length; start += wordsInText) {
    texts.push(words.slice(start, start + wordsInText).join(' '));
  }
  return texts;
}

/** Builds the graph: unit length, without the mean, on the axes, unit length, in bytes. */
function projectionFile({ mean, axes }) {
  const columns = tokenVectors.dimensions;
  const values = new Float32Array(dimensions * columns);
  for (const [column, axis] of axes.entries()) {
    for (let row = 0; row < dimensions; row++) values[row * columns + column] = axis[row];
  }
  const scalar = (name, value) => constant(name, [], Float32Array.of(value));
  return toOnnxFile({
    name: 'token-projection',
    input: { name: 'hidden', columns: dimensions },
    output: { name: 'tokens', columns },
    constants: [
      constant('mean', [dimensions], Float32Array.from(mean)),
      constant('axes', [dimensions, columns], values),
      ...[scalar('bytes', 1 / tokenVectors.scale), scalar('least', -127), scalar('most', 127)],
    ],
    steps: [
      step('LpNormalization', ['hidden'], 'unit', { axis: -1, p: 2 }),
      step('Sub', ['unit', 'mean'], 'centred'),
      step('MatMul', ['centred', 'axes'], 'projected'),
      step('LpNormalization', ['projected'], 'direction', { axis: -1, p: 2 }),
      step('Mul', ['direction', 'bytes'], 'scaled'),
      step('Round', ['scaled'], 'rounded'),
      step('Clip', ['rounded', 'least', 'most'], 'clipped'),
      step('Cast', ['clipped'], 'tokens', { to: signedByte }),
    ],
  });
}

function write(url, content) {
  writeFileSync(url, content);
  const hash = createHash('sha256').update(content).digest('hex');
  console.log(`${url.pathname.split('/').at(-1)}  ${Buffer.byteLength(content)} bytes  ${hash}`);
}
