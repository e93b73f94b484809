import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { checkModel } from './check-model.ts';

it('accepts the vendored files and a unit vector, on the configured runtime', async () => {
  expect(await checkModel({ runtime: 'wasm' })).toMatchObject({
    status: 'ok',
    finding: expect.stringMatching(
      /^the files are right; WebAssembly, loaded in \d+ ms, a sentence embedded in \d+ ms$/,
    ),
  });
});

it('names files that are missing or changed, and does not load them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-model-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const sha256 = createHash('sha256').update('released').digest('hex');
  const files = ['right', 'changed', 'missing'].map((name) => ({ url: pathToFileURL(join(directory, name)), sha256 }));
  writeFileSync(join(directory, 'right'), 'released');
  writeFileSync(join(directory, 'changed'), 'released?');
  const open = () => {
    throw new Error('it was loaded');
  };
  expect(await checkModel({ runtime: 'auto', files, open })).toEqual({
    status: 'problem',
    finding: `${join(directory, 'changed')} is changed; ${join(directory, 'missing')} is missing`,
    fix: expect.stringContaining('install the package @mnema/model-bge-small-en again'),
  });
});

it('gives up on an encoder that does not respond', async () => {
  expect(await checkModel({ runtime: 'auto', limitMs: 0 })).toMatchObject({
    status: 'problem',
    finding: expect.stringContaining('no response within 0 ms'),
    fix: expect.stringContaining('MNEMA_LOCAL_RUNTIME'),
  });
});

const started = { runtime: 'wasm' as const, fallbackReason: null, loadMs: 1 };

/** An encoder that returns one vector, of this length. */
const encoder = (length: number, start: { fallbackReason: string | null } = started) => ({
  ready: Promise.resolve({ ...started, ...start }),
  embedQuery: async () => Float32Array.of(length),
  close: async () => {},
});

it.each([
  [1.0004, {}, 'ok', /WebAssembly/],
  [1, { fallbackReason: 'no libc\nat …' }, 'ok', /does not load: no libc$/],
  [0.5, {}, 'problem', /0\.5 instead of 1/],
  [Number.NaN, {}, 'problem', /NaN/],
])('a vector of length %d, after a start with %j, is %s', async (length, start, status, finding) => {
  const open = () => encoder(length, { ...started, ...start });
  expect(await checkModel({ runtime: 'auto', files: [], open })).toMatchObject({
    status,
    finding: expect.stringMatching(finding),
  });
});
