import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { files } from '@mnema/model-bge-small-en';
import { expect, it } from 'vitest';

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
