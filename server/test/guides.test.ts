import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBlocks } from './code-blocks/read-pages.ts';

const folder = new URL('../../docs/guides/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const list = read('README.md');

/** Returns the guides that a text links to in a table. */
const listedIn = (text: string) => [...text.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, name]) => name as string);
const features = listedIn(list.slice(list.indexOf('## Features'), list.indexOf('## Frameworks')));

describe('the guides', () => {
  it('are all listed, and no others', () => {
    const names = readdirSync(folder).filter((name) => name !== 'README.md');
    expect(listedIn(list).sort()).toEqual(names.sort());
    expect(features).toContain('webhooks.md');
  });

  it.each(features)('%s has the example in each language, with the output of programs and of curl', (name) => {
    const languages = readBlocks(name, read(name)).map(({ language }) => language);
    expect(languages).toEqual(['ts', 'python', 'go', 'text', 'sh', 'text']);
  });
});
