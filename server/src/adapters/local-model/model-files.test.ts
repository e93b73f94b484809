import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { files } from '@mnema/model-bge-small-en';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/process/spawn-server.ts';
import { verifyFiles } from './load-encoder.ts';

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
