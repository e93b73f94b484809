import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { inspectModel } from './inspect-model.ts';

it('finds the vendored files right and a unit vector, on the runtime asked for', async () => {
  const { wrongFiles, encoder } = await inspectModel({ runtime: 'wasm' });
  expect(wrongFiles).toEqual([]);
  expect(encoder).toMatchObject({ kind: 'loaded', runtime: 'wasm', norm: expect.closeTo(1, 4) });
});

it('names files that are missing or changed, and does not load them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-model-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const sha256 = createHash('sha256').update('released').digest('hex');
  const files = ['right', 'changed', 'missing'].map((name) => ({ url: pathToFileURL(join(directory, name)), sha256 }));
  writeFileSync(join(directory, 'right'), 'released');
  writeFileSync(join(directory, 'changed'), 'released?');
  expect(await inspectModel({ runtime: 'auto', files })).toEqual({
    wrongFiles: [
      { path: join(directory, 'changed'), fault: 'changed' },
      { path: join(directory, 'missing'), fault: 'missing' },
    ],
    encoder: { kind: 'not_tried' },
  });
});

it('gives up on an encoder that does not answer', async () => {
  const { encoder } = await inspectModel({ runtime: 'auto', limitMs: 0 });
  expect(encoder).toEqual({ kind: 'failed', reason: 'no answer within 0 ms' });
});
