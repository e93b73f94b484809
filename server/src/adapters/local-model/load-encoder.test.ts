import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { files } from '@mnema/model-bge-small-en';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/process/spawn-server.ts';
import {
  createTokenizer,
  loadEncoder,
  meaningfulTokens,
  readStopPieces,
  verifyFiles,
  wordsAround,
} from './load-encoder.ts';
import { importWasmRuntime } from './onnx-runtimes.ts';

it('names the cause of both failures when no runtime loads, and does not fall back from a configured one', async () => {
  const fails = (reason: string) => () => Promise.reject(new Error(reason));
  const native = fails('no library');
  const neither = loadEncoder('auto', { native, wasm: fails('no SIMD') });
  await expect(neither).rejects.toThrow(/Native: no library.*WebAssembly: no SIMD/);
  await expect(loadEncoder('native', { native, wasm: importWasmRuntime })).rejects.toThrow('no library');
});

it.each(files.map(({ url, sha256 }) => [url.pathname.split('/').at(-1), url, sha256] as const))(
  '%s is the file whose origin is recorded',
  async (_, url, sha256) => {
    const hash = createHash('sha256')
      .update(await readFile(url))
      .digest('hex');
    expect(hash).toBe(sha256);
    expect(
      await readFile(new URL('./PROVENANCE.md', import.meta.resolve('@mnema/model-bge-small-en')), 'utf8'),
    ).toContain(hash);
  },
);

it('names files that are missing or changed, and the way out', () => {
  const directory = temporaryDirectory();
  const sha256 = createHash('sha256').update('released').digest('hex');
  const given = ['right', 'changed', 'missing'].map((name) => ({ url: pathToFileURL(join(directory, name)), sha256 }));
  writeFileSync(join(directory, 'right'), 'released');
  writeFileSync(join(directory, 'changed'), 'released?');
  expect(() => verifyFiles(given)).toThrow(
    `${join(directory, 'changed')} is changed; ${join(directory, 'missing')} is missing: install the package`,
  );
});

const { tokenise, pieceOf } = await createTokenizer();
const [cls, sep, unknown] = [101, 102, 100];

it('frames a text as the model was trained on, cut to 512 tokens with the closing one', () => {
  expect(tokenise('Hello, world!')).toEqual([cls, 7592, 1010, 2088, 999, sep]);
  expect(tokenise(' \n ')).toEqual([cls, sep]);
  const tokens = tokenise('peanut '.repeat(3_000));
  expect([tokens.length, tokens[0], tokens.at(-1)]).toEqual([512, cls, sep]);
});

it('reads on when the first characters make too few tokens', () => {
  const tokens = tokenise(`${'x'.repeat(2_990)} and then the ordinary part of the text begins`);
  expect(tokens.slice(0, 4)).toEqual([cls, unknown, ...tokenise('and then').slice(1, 3)]);
});

const stopPieces = readStopPieces();
const wordsOf = (text: string) => {
  const tokens = tokenise(text);
  return wordsAround(tokens.map(pieceOf), meaningfulTokens(tokens, stopPieces));
};

it('leaves out stop words and marks unless a text has no others, and gives each piece of a word the whole word', () => {
  expect(wordsOf('Where did Ana put the blue kettle, and why?')).toEqual(['ana', 'put', 'blue', 'kettle']);
  expect(wordsOf('who is it?')).toEqual(['who', 'is', 'it', '?']);
  expect(wordsOf('')).toEqual([]);
  const words = wordsOf('Kubernetes');
  expect(words.length).toBeGreaterThan(1);
  expect(new Set(words)).toEqual(new Set(['kubernetes']));
});
